import type { Client } from 'minio';
import { PART_BYTES } from '../blobs.js';

type Part = Awaited<ReturnType<Client['uploadPart']>>;

/** Uploads buffers of known size, because the client's upload of a stream never settles if the stream is destroyed. */
export class MultipartUpload {
  private uploadId: string | null = null;
  private readonly parts: Part[] = [];

  constructor(
    private readonly client: Client,
    private readonly bucket: string,
    private readonly key: string,
    private readonly contentType: string,
  ) {}

  async add(content: Buffer): Promise<void> {
    this.uploadId ??= await this.client.initiateNewMultipartUpload(this.bucket, this.key, {
      'Content-Type': this.contentType,
    });
    const partNumber = this.parts.length + 1;
    const { bucket: bucketName, key: objectName, uploadId: uploadID } = this;
    const headers = { 'Content-Length': content.length };
    this.parts.push(await this.client.uploadPart({ bucketName, objectName, uploadID, partNumber, headers }, content));
  }

  async complete(): Promise<void> {
    if (this.uploadId) await this.client.completeMultipartUpload(this.bucket, this.key, this.uploadId, this.parts);
  }

  async abort(): Promise<void> {
    if (this.uploadId) await this.client.abortMultipartUpload(this.bucket, this.key, this.uploadId);
  }
}

/** Yields one buffer again and again, so each part must be used before the next; a single empty one for no content. */
export async function* partsOf(content: AsyncIterable<Buffer>, partBytes = PART_BYTES): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafe(partBytes);
  let size = 0;
  let isEmpty = true;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const copied = chunk.copy(part, size, from);
      from += copied;
      size += copied;
      if (size < partBytes) continue;
      yield part;
      size = 0;
      isEmpty = false;
    }
  }
  if (size > 0 || isEmpty) yield part.subarray(0, size);
}
