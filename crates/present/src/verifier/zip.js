// The files of a zip archive: those that are stored, and those that are deflated. Other ones are passed over.
const FILE_BYTES_MAX = 64 << 20;
async function unzipped(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("this archive is cut off");
  const files = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error("this archive is damaged");
    const [how, packed, whole] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [name, extra, note] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const from = view.getUint32(at + 42, true);
    const called = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    const begins = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
    const part = bytes.subarray(begins, begins + packed);
    at += 46 + name + extra + note;
    if (called.endsWith("/") || whole > FILE_BYTES_MAX) continue;
    if (how === 0) files.push({ name: called, bytes: part });
    if (how === 8) files.push({ name: called, bytes: await inflated(part, whole) });
  }
  return files;
}
async function inflated(part, whole) {
  const reader = new Blob([part]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const out = new Uint8Array(whole);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return out.subarray(0, at);
    if (at + value.length > whole) throw new Error("a file of this archive is longer than it says");
    out.set(value, at);
    at += value.length;
  }
}
