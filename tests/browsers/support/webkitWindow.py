#!/usr/bin/python3
"""A window of WebKitGTK without bars: MiniBrowser's are never as narrow as a phone."""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

HOME = os.environ["HOME"]

data = WebKit2.WebsiteDataManager(
    base_data_directory=f"{HOME}/data", base_cache_directory=f"{HOME}/cache"
)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.get_cookie_manager().set_persistent_storage(
    f"{HOME}/cookies.sqlite", WebKit2.CookiePersistentStorage.SQLITE
)
context.set_preferred_languages(["en-US"])
context.set_automation_allowed(True)


def open_view(_session):
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_javascript_can_access_clipboard(True)
    view = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, settings=settings
    )
    window = Gtk.Window()
    window.set_default_size(390, 844)
    window.add(view)
    window.show_all()
    view.connect("close", lambda *_: window.destroy())
    return view


def start(_context, session):
    application = WebKit2.ApplicationInfo()
    application.set_name("window")
    application.set_version(1, 0, 0)
    session.set_application_info(application)
    session.connect("create-web-view", open_view)


context.connect("automation-started", start)
Gtk.main()
