import { withDeadline } from '@outlay/time';
import { Client } from 'minio';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  MAX_PAGE_SIZE,
  isBlobKey,
  isContentType,
  type BlobInfo,
  type Blobs,
  type ByteRange,
  type ListedBlob,
  type StreamOptions,
} from '../blobs.js';
import { limitSize } from '../limit-size.js';
import { codeOf, ifExists, withUnavailable } from './errors.js';
import { idleTimeoutAgent } from './idle-timeout-agent.js';
import { MultipartUpload, partsOf } from './multipart-upload.js';
import { parseS3Url, type S3Location } from './s3-url.js';

/** In milliseconds; `idle` is the longest silence of the server during a call. */
export interface S3Timeouts {
  readonly idle: number;
  readonly ready: number;
}

export const DEFAULT_TIMEOUTS: S3Timeouts = { idle: 2500, ready: 1000 };
/** The key is not valid, so no blob can have it. */
const PROBE = '~ready';
/** How long the consumer of a stream may pause, such as a browser on a slow line. */
const READER_MS = 60_000;
/** S3's limit for one request, so `put` never uploads in parts. */
const MAX_PART_BYTES = 5 * 1024 ** 3;

export class S3Blobs implements Blobs {
  private constructor(
    private readonly client: Client,
    private readonly location: Pick<S3Location, 'bucket' | 'region'>,
    private readonly closeConnections: () => void,
    private readonly timeouts: S3Timeouts,
  ) {}

  static open(url: string, timeouts = DEFAULT_TIMEOUTS): S3Blobs {
    const { bucket, ...server } = parseS3Url(url);
    const agent = idleTimeoutAgent(server.useSSL, timeouts.idle);
    const client = new Client({
      ...server,
      transportAgent: agent,
      partSize: MAX_PART_BYTES,
      // Callers have a deadline and retry themselves.
      retryOptions: { disableRetry: true },
    });
    return new S3Blobs(client, { bucket, region: server.region }, () => agent.destroy(), timeouts);
  }

  async put(key: string, content: Buffer, { contentType }: { contentType: string }): Promise<void> {
    if (!isBlobKey(key)) throw new RangeError(`Not a blob key: ${key}`);
    if (!isContentType(contentType)) throw new RangeError(`Not a content type: ${contentType}`);
    await withUnavailable(() => this.store(key, content, contentType));
  }

  async putStream(
    key: string,
    content: AsyncIterable<Buffer>,
    { contentType, maxBytes }: StreamOptions,
  ): Promise<number> {
    if (!isBlobKey(key)) throw new RangeError(`Not a blob key: ${key}`);
    if (!isContentType(contentType)) throw new RangeError(`Not a content type: ${contentType}`);
    const upload = new MultipartUpload(this.client, this.location.bucket, key, contentType);
    let size = 0;
    try {
      // Errors of the content are passed on; only errors of the store mean that it is unavailable.
      for await (const part of partsOf(limitSize(content, maxBytes))) {
        await withUnavailable(() => this.inBucket(() => upload.add(part)));
        size += part.length;
      }
      await withUnavailable(() => upload.complete());
    } catch (error) {
      await upload.abort().catch(() => undefined);
      throw error;
    }
    return size;
  }

  async stat(key: string): Promise<BlobInfo | null> {
    const stat = await this.attempt(key, () => this.client.statObject(this.location.bucket, key));
    if (!stat) return null;
    const contentType = String(stat.metaData['content-type'] ?? '');
    return { key, size: stat.size, contentType, storedAt: stat.lastModified.toISOString() };
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const content = await this.get(key, range);
    if (content instanceof IncomingMessage) content.setTimeout(READER_MS);
    return content;
  }

  async readAll(key: string): Promise<Buffer | null> {
    const content = await this.get(key);
    return content && withUnavailable(() => buffer(content));
  }

  async list(prefix: string, { after = '', limit = MAX_PAGE_SIZE } = {}): Promise<ListedBlob[]> {
    const page: ListedBlob[] = [];
    const most = Math.min(limit, MAX_PAGE_SIZE);
    let from: string | undefined = after;
    while (from !== undefined && page.length < most) {
      const listed = await this.listAfter(from, prefix, most - page.length);
      page.push(...listed.blobs);
      from = listed.next;
    }
    return page;
  }

  async delete(key: string): Promise<void> {
    await this.attempt(key, () => this.client.removeObject(this.location.bucket, key));
  }

  async isReady(): Promise<boolean> {
    // Only a write detects a store that is full or read-only.
    const written = this.store(PROBE, Buffer.from('ready?'), 'text/plain');
    return withDeadline(written, this.timeouts.ready, 'The probe').then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    this.closeConnections();
  }

  private async store(key: string, content: Buffer, contentType: string): Promise<void> {
    await this.inBucket(() =>
      this.client.putObject(this.location.bucket, key, content, content.length, { 'Content-Type': contentType }),
    );
  }

  private async inBucket(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (codeOf(error) !== 'NoSuchBucket') throw error;
      await this.createBucket();
      await write();
    }
  }

  private async createBucket(): Promise<void> {
    try {
      await this.client.makeBucket(this.location.bucket, this.location.region);
    } catch (error) {
      if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error;
    }
  }

  private async get(key: string, range?: ByteRange): Promise<Readable | null> {
    if (!range) return this.attempt(key, () => this.client.getObject(this.location.bucket, key));
    const { start, end } = range;
    const outOfRange = new RangeError(`No bytes from ${start} to ${end} in ${key}`);
    if (start < 0 || end < start) throw outOfRange;
    return this.attempt(key, async () => {
      try {
        return await this.client.getPartialObject(this.location.bucket, key, start, end - start + 1);
      } catch (error) {
        throw codeOf(error) === 'InvalidRange' ? outOfRange : error;
      }
    });
  }

  private async listAfter(after: string, prefix: string, limit: number) {
    const listed = await withUnavailable(() =>
      ifExists(() => this.client.listObjectsV2Query(this.location.bucket, prefix, '', '', limit, after)),
    );
    const blobs: ListedBlob[] = [];
    for (const { name: key, size, lastModified } of listed?.objects ?? []) {
      if (key && isBlobKey(key) && lastModified) blobs.push({ key, size, storedAt: lastModified.toISOString() });
    }
    return { blobs, next: listed?.isTruncated ? listed.objects.at(-1)?.name : undefined };
  }

  private async attempt<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    return isBlobKey(key) ? withUnavailable(() => ifExists(work)) : null;
  }
}
