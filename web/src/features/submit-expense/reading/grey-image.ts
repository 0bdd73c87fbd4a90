/** A grey image, a byte for each pixel. */
export interface Grey {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export function greyOf({ data, width, height }: ImageData): Grey {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * 4;
    grey[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
  }
  return { data: grey, width, height };
}

export function shrunk(image: Grey, longest: number): Grey {
  const factor = Math.ceil(Math.max(image.width, image.height) / longest);
  if (factor <= 1) return image;
  const width = Math.floor(image.width / factor);
  const height = Math.floor(image.height / factor);
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = 0; dy < factor; dy += 1) {
        const row = (y * factor + dy) * image.width + x * factor;
        for (let dx = 0; dx < factor; dx += 1) sum += image.data[row + dx] ?? 0;
      }
      data[y * width + x] = sum / (factor * factor);
    }
  }
  return { data, width, height };
}

export function extreme(image: Grey, radius: number, choose: (a: number, b: number) => number): Grey {
  const pass = (source: Uint8ClampedArray, step: number, length: number, starts: number, next: number) => {
    const result = new Uint8ClampedArray(source.length);
    for (let line = 0; line < starts; line += 1) {
      for (let at = 0; at < length; at += 1) {
        const origin = line * next;
        let value = source[origin + at * step] ?? 0;
        for (let near = Math.max(0, at - radius); near <= Math.min(length - 1, at + radius); near += 1) {
          value = choose(value, source[origin + near * step] ?? 0);
        }
        result[origin + at * step] = value;
      }
    }
    return result;
  };
  const { data, width, height } = image;
  return { width, height, data: pass(pass(data, 1, width, height, width), width, height, width, 1) };
}
