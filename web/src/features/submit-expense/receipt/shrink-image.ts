/** Larger images are drawn again, smaller: a phone's photo of 6 MB reads as well at 0.7. In bytes and pixels. */
const SHRINK_FROM = 1_048_576;
const LONGEST_EDGE = 2400;
const JPEG_QUALITY = 0.85;

/** The image as a smaller JPEG where that is possible and worth it; the file itself otherwise, and any PDF. */
export async function shrinkImage(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size < SHRINK_FROM) return file;
  try {
    const blob = await drawSmaller(file);
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
  } catch {
    // No browser reads every image, and some have no canvas to draw on: the server may know better.
    return file;
  }
}

async function drawSmaller(file: File): Promise<Blob | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONGEST_EDGE / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency; what showed the page behind it is paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}
