"""The addresses of tables and hands."""

from django.urls import path

from tables.cash import api as cash_api
from tables.cash import views as cash_views
from tables.models import CASH, POOL
from tables.pages import api, exports, imported_hands, own_hands_api, shared_hands, views
from tables.pages.many import views as many_views
from tables.pools import api as pool_api
from tables.pools import views as pool_views

urlpatterns = [
    path("tables/", many_views.tables, name="tables"),
    path("tables/mine/", many_views.mine_now, name="tables_mine"),
    path("tables/tile/", many_views.tile, name="tables_tile"),
    path("tables/<int:pk>/", views.table, name="table"),
    path("cash/", cash_views.cash, name="cash"),
    path("cash/games/<int:pk>/star/", views.star, {"kind": CASH}, name="star_game"),
    path("pools/<int:pk>/star/", views.star, {"kind": POOL}, name="star_pool"),
    path("play/", cash_views.play, name="play"),
    path("play/fill-up/", cash_views.fill_up, name="fill_up"),
    path("cash/<int:pk>/wait/", cash_views.wait, name="cash_wait"),
    path("my/cash/", cash_views.stays, name="my_cash"),
    path("my/cash/<int:pk>/", cash_views.receipt, name="cash_receipt"),
    path("my/pools/", pool_views.stays, name="my_pools"),
    path("my/pools/<int:pk>/", pool_views.receipt, name="pool_receipt"),
    path("pools/", pool_views.pools, name="pools"),
    path("pools/<int:pk>/", pool_views.pool, name="pool"),
    path("pools/<int:pk>/join/", pool_views.join, name="pool_join"),
    path("pools/<int:pk>/<int:no>/", pool_views.entry, name="pool_entry"),
    path("my/hands/", views.my_hands, name="my_hands"),
    path("my/hands/export/", exports.choose, name="hand_export"),
    path("my/hands/export.zip", exports.download, name="hand_export_zip"),
    path("my/hands/export/progress/", exports.progress, name="hand_export_progress"),
    path("my/hands/imported/", imported_hands.imported_hands, name="imported_hands"),
    path("my/hands/imported/delete/", imported_hands.delete, name="delete_imported_hands"),
    path("my/hands/imported/<int:pk>/", imported_hands.replay, name="replay_imported_hand"),
    path("hands/<int:pk>/", views.hand, name="hand"),
    path("hands/<int:pk>/mark/", views.mark_hand, name="mark_hand"),
    path("hands/<int:pk>/replay/", views.replay_hand, name="replay_hand"),
    path("hands/<int:pk>/share/", shared_hands.share, name="share_hand"),
    path("my/hands/shared/", shared_hands.mine, name="my_shared_hands"),
    path("my/hands/shared/<int:pk>/end/", shared_hands.withdraw, name="withdraw_shared_hand"),
    path("shared/<str:token>/", shared_hands.shared_hand, name="shared_hand"),
    path("shared/<str:token>/embed/", shared_hands.embedded, name="shared_hand_embed"),
    path("shared/<str:token>/hand.png", shared_hands.picture, name="shared_hand_picture"),
    path("shared/<str:token>/hand.gif", shared_hands.film, name="shared_hand_film"),
    path("hands/<int:pk>/verify/", views.verify_hand, name="verify_hand"),
    path("hands/<int:pk>/proof.json", views.hand_proof, name="hand_proof"),
    path("hands/<int:pk>/history.<str:suffix>", views.hand_file, name="hand_file"),
    path("api/tables/<int:pk>/", api.table, name="api_table"),
    path("api/cash/games/<int:pk>/star/", api.star, {"kind": CASH}, name="api_star_game"),
    path("api/pools/<int:pk>/star/", api.star, {"kind": POOL}, name="api_star_pool"),
    path("api/cash/", cash_api.tables, name="api_cash"),
    path("api/cash/stays/", cash_api.stays, name="api_cash_stays"),
    path("api/cash/stays/<int:pk>/", cash_api.stay, name="api_cash_stay"),
    path("api/cash/<int:pk>/sit/", cash_api.sit, name="api_cash_sit"),
    path("api/cash/<int:pk>/wait/", cash_api.wait, name="api_cash_wait"),
    path("api/pools/stays/", pool_api.stays, name="api_pool_stays"),
    path("api/pools/", pool_api.pools, name="api_pools"),
    path("api/pools/<int:pk>/join/", pool_api.join, name="api_pool_join"),
    path("api/hands/export.zip", api.export, name="api_hand_export"),
    path("api/hands/", own_hands_api.hands, name="api_hands"),
    path("api/hands/<int:pk>/mark/", own_hands_api.mark, name="api_mark_hand"),
    path("api/hands/shared/", own_hands_api.shared_hands, name="api_shared_hands"),
    path("api/hands/shared/<int:pk>/", own_hands_api.withdraw, name="api_withdraw_shared_hand"),
    path("api/hands/<int:pk>/share/", own_hands_api.share, name="api_share_hand"),
    path("api/hands/<int:pk>/", api.hand, name="api_hand"),
]
