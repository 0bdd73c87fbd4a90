export function saveBlob(blob: Blob, filename: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser reads the URL after the click; revoking it at once would cut the download off.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
