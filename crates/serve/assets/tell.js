// Shows what a page tells while it is hidden; a tap on it brings the page back. It keeps no page and answers no request.
"use strict";
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true })
    .then(([page]) => page ? page.focus() : self.clients.openWindow("/me")));
});
