// What a browser lets a page do in a secure context alone: tell of pairings while it is hidden, and read codes with the camera.
// Over plain http nothing of it is offered.
"use strict";
globalThis.secured = (() => {
  const body = document.body, WORKER = document.currentScript.dataset.worker;
  const TELLS = isSecureContext && "Notification" in globalThis && "serviceWorker" in navigator;
  const LOOK = 300; // milliseconds between two looks at the picture
  let stream = null;

  // Phones show what a worker tells, not what a page tells.
  const worker = () => navigator.serviceWorker.register(WORKER);
  const tell = async (words) => {
    const one = await worker();
    await one.showNotification("Pairings are up", { body: words, tag: "pairings", lang: "en" });
  };
  // The page as it is now; `before` is what it said of pairings before it was exchanged.
  const ready = (before) => {
    const open = TELLS ? Notification.permission : "";
    document.querySelectorAll("[data-tell]").forEach((part) => { part.hidden = part.dataset.tell !== open; });
    const camera = document.querySelector("[data-camera]");
    if (camera) codes().then((can) => { camera.hidden = !can; });
    const up = body.dataset.up;
    if (before !== undefined && up && up !== before && open === "granted" && document.hidden) tell(up).catch(() => {});
  };

  const codes = async () => isSecureContext && "BarcodeDetector" in globalThis && Boolean(navigator.mediaDevices)
    && (await BarcodeDetector.getSupportedFormats().catch(() => [])).includes("qr_code");
  const stop = () => { stream?.getTracks().forEach((track) => track.stop()); stream = null; document.querySelector("video")?.remove(); };
  // Shows what the camera sees until it reads a code, which is sent as if it had been typed.
  const look = async (button) => {
    if (stream) { stop(); return; }
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    const video = document.createElement("video"), reader = new BarcodeDetector({ formats: ["qr_code"] });
    Object.assign(video, { srcObject: stream, muted: true, playsInline: true });
    video.setAttribute("aria-label", "What the camera sees");
    button.form.after(video);
    await video.play();
    while (stream && video.isConnected) {
      const [code] = await reader.detect(video).catch(() => []);
      if (code) { stop(); button.form.elements.code.value = code.rawValue; button.form.requestSubmit(); return; }
      await new Promise((done) => setTimeout(done, LOOK));
    }
    stop();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-camera],[data-ask]");
    if (!button) return;
    if (button.matches("[data-camera]")) look(button).catch(() => { stop(); button.textContent = "No camera"; button.disabled = true; });
    else Notification.requestPermission().then(() => { ready(); return worker(); }).catch(() => {});
  });
  ready();
  if (TELLS && Notification.permission === "granted") worker().catch(() => {});
  return { ready };
})();
