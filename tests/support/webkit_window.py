"""A WebKitGTK window of a phone's size for WebKitWebDriver, whose own browser is never that narrow.

Started by the driver with the system's Python, which has Debian's python3-gi, so it imports nothing of ours.
"""

import signal

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = 360, 740
LANGUAGE = "en-GB"
FINGER = """const asked = window.matchMedia;  // this screen has a mouse
const answers = { "(pointer: coarse)": "all", "(pointer: fine)": "not all" };
window.matchMedia = (query) => asked.call(window, answers[query] ?? query);
const turn = (rules) => {
  for (const rule of rules) {
    if (rule.media?.mediaText.includes("(pointer: fine)")) rule.media.mediaText = "not all";
    else if (rule.cssRules) turn(rule.cssRules);
  }
};
addEventListener("DOMContentLoaded", () => { for (const sheet of document.styleSheets) turn(sheet.cssRules); });"""


def open_window(session: WebKit2.AutomationSession, context: WebKit2.WebContext) -> WebKit2.WebView:
    scripts = WebKit2.UserContentManager()
    everywhere, at_once = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
    scripts.add_script(WebKit2.UserScript.new(FINGER, everywhere, at_once, None, None))
    view = WebKit2.WebView(web_context=context, user_content_manager=scripts, is_controlled_by_automation=True)
    window = Gtk.Window(decorated=False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    view.grab_focus()
    return view


def introduce(context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    """Tell the driver the name of this browser, which it requires."""
    about = WebKit2.ApplicationInfo()
    about.set_name("Phone")
    about.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(about)
    session.connect("create-web-view", open_window, context)


def main() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Gtk.init(None)
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)
    context.set_preferred_languages([LANGUAGE])
    context.connect("automation-started", introduce)
    Gtk.main()


if __name__ == "__main__":
    main()
