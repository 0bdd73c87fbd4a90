/** Images from this size are reduced, in bytes: a 6 MB photo is as legible at 0.7 MB. */
const SHRINK_FROM = 1_048_576;
export const LONGEST_EDGE = 2400;
const JPEG_QUALITY = 0.85;

export async function shrinkImage(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size < SHRINK_FROM) return file;
  try {
    const blob = await drawSmaller(file);
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
  } catch {
    // The browser cannot decode the image or has no canvas; the server may accept the original.
    return file;
  }
}

/** A JPEG of the image as it is shown, at most `edge` pixels wide or high. */
export async function drawSmaller(file: File, edge = LONGEST_EDGE): Promise<Blob | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, edge / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}
