"""The addresses of tables and hands."""

from django.urls import path

from tables import views

urlpatterns = [
    path("tables/<int:pk>/", views.table, name="table"),
    path("my/hands/", views.my_hands, name="my_hands"),
    path("hands/<int:pk>/", views.hand, name="hand"),
]
