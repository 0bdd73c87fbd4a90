/** Saves bytes under a name, as a click on a download link would. */
export function saveBlob(blob: Blob, filename: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser reads the URL after the click; giving it up at once would cut the download off.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
