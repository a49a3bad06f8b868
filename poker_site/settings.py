"""Settings, from the environment; a fresh clone needs none (see .env.example)."""

import gc
import ssl
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from poker_site.desk import menu as desk_menu
from poker_site.launch import embedded
from poker_site.launch.environment import Environment, database_settings
from poker_site.running import logs
from poker_site.version import VERSION

# While the apps are loaded, until ``poker_site.apps``: a million objects that stay, which the
# collector of garbage would walk through again and again, a fifth of the time that a start takes.
gc.disable()

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()
Environment.read_env(BASE_DIR / ".env")

VAR_DIR = Path(env("VAR_DIR", default=str(BASE_DIR / "var")))

# The demo: any player may deposit demo money, and the secret key is not secret.
DEMO = env.bool("DEMO", default=True)
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env(
    "SECRET_KEY", default="the demo's key, known to everybody" if DEMO else Environment.NOTSET
)
# Earlier keys: their signatures and seals are still valid.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_FAILURE_VIEW = "players.pages.sign_in_pages.stale_form"
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
# The public address of this room; no slash at its end.
PUBLIC_URL = env.web("PUBLIC_URL", default="http://127.0.0.1:8000")
# Where faults of security are told (/.well-known/security.txt); without it there is no such page.
SECURITY_CONTACT = env.contact("SECURITY_CONTACT")

DATABASE_URL = env.database("DATABASE_URL")
# The owner of the tables migrates; the role that plays has fewer rights
# (``poker_site.launch.rights``).
DATABASE_OWNER_URL = env.database("DATABASE_OWNER_URL", default=DATABASE_URL)
# Without a configured server: the room's own, which `manage.py` starts on demand.
EMBEDDED = not DATABASE_URL
if EMBEDDED:
    DATABASE_URL = embedded.database_url(VAR_DIR)
    DATABASE_OWNER_URL = embedded.database_url(VAR_DIR, role=embedded.NAME)
REDIS_URL = env.redis("REDIS_URL", default=embedded.redis_url(VAR_DIR))
# On a private network (of containers, a VPN) Redis may be reached without TLS and a password.
REDIS_NETWORK = env.choice("REDIS_NETWORK", among=["public", "private"])

INSTALLED_APPS = [
    "poker_site.desk.site.DeskConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "django_htmx",
    "pgtrigger",
    "csp",
    "channels",
    "core",
    "players",
    "players.chat",
    "players.contacts",
    "payouts",
    "tables",
    "tournaments",
    "tournaments.challenges",
    "tournaments.clubs",
    "tournaments.home",
    "tournaments.live_room",
    "tournaments.own_events",
    "tournaments.seasons",
    "poker_site",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "poker_site.server.headers.ContentPolicy",
    "poker_site.server.headers.PermissionsPolicy",
    "poker_site.running.health.Probes",
    "poker_site.running.metrics_server.Timed",
    "poker_site.running.request_ids.RequestIds",
    "players.sign_in.session_store.SecretCookies",
    "poker_site.server.headers.PrivateAnswers",
    "django.middleware.locale.LocaleMiddleware",
    "poker_site.room_settings.pages.OfferedLanguages",
    "poker_site.room_settings.pages.RoomTime",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "players.pages.guests.GuestDoors",
    "players.pages.demands.Demands",
    "players.pages.terms.Accepting",
    "poker_site.opening.pages.BeingSetUp",
    "poker_site.desk.second_factor.SecondFactor",
    "django_htmx.middleware.HtmxMiddleware",
    "poker_site.pages.forms_only.PageAbove",
    "players.pages.suspension_middleware.Suspended",
    "poker_site.pages.errors.FriendlyTrouble",
]

ROOT_URLCONF = "poker_site.urls"
ASGI_APPLICATION = "poker_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "poker_site.pages.context.room",
            ],
            "libraries": {"act_tags": "tournaments.admin.act_tags"},
        },
    },
]

# Threads that may hold a connection at once in one process; above it, they wait.
DATABASE_POOL = env.number("DATABASE_POOL", default=20, least=2, most=1_000)
_database = database_settings(DATABASE_URL)
DATABASES = {
    "default": {
        **_database,
        "ENGINE": "core.postgres",
        "OPTIONS": {
            **_database["OPTIONS"],
            "pool": {"min_size": 1, "max_size": DATABASE_POOL, "timeout": 10},
            # Prepared statements make the hot path three times as fast (docs/measurements.md).
            "server_side_binding": True,
            "prepare_threshold": 5,
            # No default of the role's own can change these options: a role may set its own.
            "options": "-c lock_timeout=5000 -c timezone=UTC -c search_path=public"
            " -c default_transaction_read_only=off",
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"serializer": "core.json_cache.Serializer"},
    }
}
# PostgreSQL alone knows the sessions: a copy in a cache could outlive one. It has the hash of each
# key alone.
SESSION_ENGINE = "players.sign_in.session_store"

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
if REDIS_URL.startswith("rediss://"):
    CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": ssl.CERT_REQUIRED}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# For any time without Redis: after a hundred tries a worker would end.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A Redis that answers and refuses (full memory, a replica) ends no worker either.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# The longest wait of a worker for a task before it asks Redis again, s: tasks are pushed anyway.
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 5}
# The interval at which beat checks for passed deadlines and tournaments that need a step.
TICK_SECONDS = env.number("TICK_SECONDS", default=0.25, least=0.05, most=5.0)
# From a hand's last card to the next hand: time to read the result, and for a loser to show
# (SHOW-2: 3 to 6 s). The streets of an all-in take theirs before it (tables/live/pause.py).
RESULT_SECONDS = env.number("RESULT_SECONDS", default=4.0, least=0.0, most=60.0)
# From this number of tables on, an event's tables deal on by themselves, in any number of workers;
# below it its director, which reads the whole field at once, deals every hand.
AUTO_DEAL_FROM_TABLES = env.int("AUTO_DEAL_FROM_TABLES", default=10)
# From the start of an event, when all players have seats, to its first hand.
START_SECONDS = env.number("START_SECONDS", default=5.0, least=0.0, most=600.0)
# TRN-6: after this time without a sign of life of any worker, running events get the time back.
OUTAGE_SECONDS = env.number("OUTAGE_SECONDS", default=15.0, least=5.0, most=3_600.0)
# Documents are never stored unsealed: uploads stay in memory.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 5_000_000
# The payment service: a name, its address, and the shared secrets, the newest first.
PAYMENT_GATEWAY = env("PAYMENT_GATEWAY", default="")
PAYMENT_GATEWAY_URL = env.web("PAYMENT_GATEWAY_URL")
PAYMENT_GATEWAY_SECRETS = env.secrets("PAYMENT_GATEWAY_SECRETS")
# MONEY-5: an operator's own account system that holds the players' money, and the secrets shared.
WALLET_URL = env.web("WALLET_URL")
WALLET_SECRETS = env.secrets("WALLET_SECRETS")
# PLAY-6: a register of exclusions, the secrets shared with it, and the key of the marks by which it
# identifies people, which never changes.
EXCLUSIONS_URL = env.web("EXCLUSIONS_URL")
EXCLUSIONS_SECRETS = env.secrets("EXCLUSIONS_SECRETS")
EXCLUSIONS_KEY = env("EXCLUSIONS_KEY", default="")
# KYC-2: a service that checks documents, its name for players, and the secrets shared with it.
IDENTITY_PROVIDER_URL = env.web("IDENTITY_PROVIDER_URL")
IDENTITY_PROVIDER_NAME = env("IDENTITY_PROVIDER_NAME", default="")
IDENTITY_PROVIDER_SECRETS = env.secrets("IDENTITY_PROVIDER_SECRETS")

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = ["players.sign_in.passwords.NormalPBKDF2"]
AUTH_USER_MODEL = "players.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "players.sign_in.passwords.GuessableValidator"}]
LOGIN_REDIRECT_URL = "lobby"
ACCOUNT_LOGOUT_REDIRECT_URL = "lobby"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FORM_CLASS = "players.pages.signup.OfAge"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# An address is confirmed by a mail; it is optional.
ACCOUNT_EMAIL_VERIFICATION = "optional"
# A sign-up does not reveal which addresses have an account: a used one stays unconfirmed.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_ADAPTER = "players.pages.account_adapter.Entrance"
# Wrong passwords: by name and address; by name alone, which no three addresses can use up, and
# which a device that the name's owner has used does not feel; by that device.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,5/5m/key,15/h/key",
    "login_failed_name": "60/h/key",
    "login_failed_device": "5/5m/key",
    # The old password is asked for here too: no more tries than at the sign-in.
    "change_password": "15/h/user",
    # Guests from one address: a family, a school's class.
    "guest": "20/h/ip,60/d/ip",
    # A player's tries to show documents (players.identity.documents.TRIES).
    "document": "20/d/user",
    # The code of the set-up page has 100 bits: limits by address do, and block no owner.
    "set_up": "10/m/ip,60/h/ip",
    # Calendars on some devices ask every quarter of an hour.
    "calendar": "30/10m/key",
}
ACCOUNT_SESSION_REMEMBER = True
# A borrowed session changes neither address nor password, nor where money goes (ACCOUNT-5).
ACCOUNT_REAUTHENTICATION_REQUIRED = True

# ACCOUNT-3. Browsers make passkeys over TLS alone, but for the demo's own machine.
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEMO
MFA_ADAPTER = "players.sign_in.factors.SealedFactors"
MFA_FORMS = {"add_webauthn": "players.pages.passkeys.AddPasskey"}

# Mails wait in the database until a worker has sent them to EMAIL_URL. A demo without one keeps
# them, to be read at the desk.
EMAIL_BACKEND = "players.notices.mail.Outbox"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", default="Montepremi <room@localhost>")
MAIL_SENT_BY = ""
if env("EMAIL_URL", default=""):
    mail_server = env.mail("EMAIL_URL")
    MAIL_SENT_BY = mail_server.pop("EMAIL_BACKEND")
    globals().update(mail_server)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
FORMAT_MODULE_PATH = ["poker_site.pages.formats"]
TIME_ZONE = "Europe/Rome"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_STORAGE = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # In DEBUG no file is cached for good.
    "staticfiles": {"BACKEND": STATIC_STORAGE if DEBUG else "core.files.storage.NamedByTree"},
}

CONTENT_SECURITY_POLICY = {
    # The desk has a few words of its own: ``poker_site.server.headers``.
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "object-src": [NONE],
    },
}
# Both are the proxy's, which has the certificate (docs/operations.md, TLS in front): HSTS, and the
# redirect to TLS.
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.bool("SECURE_COOKIES", default=not DEMO)
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", default=False) else None
)

# Requests to the API in a minute, of a player, or of an address where nobody is signed in.
API_PER_MINUTE = env.number("API_PER_MINUTE", default=1_200, least=60, most=1_000_000)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.pages.parsers.CarefulJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["players.pages.rate_limits.ApiThrottle"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "poker_site.pages.errors.api",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Montepremi",
    "DESCRIPTION": (
        "Amounts are whole numbers of the smallest unit of the room's currency, called cents "
        "whatever it is; ``currency`` beside them is its ISO 4217 code."
    ),
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "poker_site.pages.schema.complete",
    ],
    "ENUM_NAME_OVERRIDES": {
        "TournamentStatusEnum": "tournaments.models.Tournament.Status",
        "EntryStatusEnum": "tournaments.models.Entry.Status",
        "PurchaseKindEnum": "tournaments.models.Purchase.Kind",
        "TournamentKindEnum": "tournaments.models.Tournament.Kind",
        "NoticeKindEnum": "players.models.Notice.Kind",
        "LimitKindEnum": "payouts.models.limits.LimitKindChoices",
        "PaymentKindEnum": "payouts.models.Payment.Kind",
        "PaymentStateEnum": "payouts.models.Payment.State",
    },
}

UNFOLD = desk_menu.UNFOLD

# Where each process tells its figures to Prometheus; 0: it does not.
METRICS_PORT = env.number("METRICS_PORT", default=0, least=0, most=65_535)
METRICS_HOST = env("METRICS_HOST", default="127.0.0.1")

# Where failures are reported; "": nowhere.
SENTRY_DSN = env.web("SENTRY_DSN")

LOGGING = logs.config(
    env.level("LOG_LEVEL", default="INFO"), env.choice("LOG_FORMAT", among=logs.FORMATS)
)
