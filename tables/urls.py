"""The addresses of tables and hands."""

from django.urls import path

from tables import api, views

urlpatterns = [
    path("tables/<int:pk>/", views.table, name="table"),
    path("my/hands/", views.my_hands, name="my_hands"),
    path("hands/<int:pk>/", views.hand, name="hand"),
    path("api/tables/<int:pk>/", api.table, name="api_table"),
    path("api/hands/<int:pk>/", api.hand, name="api_hand"),
]
