import { systemClock, type Clock } from '@outlay/time';
import { Client } from 'minio';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import {
  LARGEST_PAGE,
  isBlobKey,
  isContentType,
  type BlobInfo,
  type Blobs,
  type ByteRange,
  type ListedBlob,
} from '../blobs.js';
import { codeOf, ifExists, withUnavailable } from './errors.js';
import { impatientAgent } from './impatient-agent.js';
import { parseS3Url, type S3Place } from './s3-url.js';

const READY_MS = 1000;
/** No key has a `~`. */
const PROBE = '~ready';
/** A reader may pause for so long, such as a browser on a slow line. */
const READER_MS = 60_000;
/** The most that S3 takes in one request, so that a blob is never put in parts. */
const LARGEST_PART = 5 * 1024 ** 3;

/** Blobs in a bucket of MinIO or any other S3. The bucket is made when the first blob is stored. */
export class S3Blobs implements Blobs {
  private constructor(
    private readonly client: Client,
    private readonly place: Pick<S3Place, 'bucket' | 'region'>,
    private readonly hangUp: () => void,
    private readonly clock: Clock,
  ) {}

  /** Answers also while the store is down: `isReady` tells. */
  static open(url: string, clock: Clock = systemClock): S3Blobs {
    const { bucket, ...server } = parseS3Url(url);
    const agent = impatientAgent(server.useSSL);
    const client = new Client({
      ...server,
      transportAgent: agent,
      partSize: LARGEST_PART,
      // Callers have a deadline, and try again themselves.
      retryOptions: { disableRetry: true },
    });
    return new S3Blobs(client, { bucket, region: server.region }, () => agent.destroy(), clock);
  }

  async put(key: string, content: Buffer, { contentType }: { contentType: string }): Promise<BlobInfo> {
    if (!isBlobKey(key)) throw new RangeError(`Not a blob key: ${key}`);
    if (!isContentType(contentType)) throw new RangeError(`Not a content type: ${contentType}`);
    await withUnavailable(() => this.store(key, content, contentType));
    return { key, size: content.length, contentType, storedAt: this.clock.now().toISOString() };
  }

  async stat(key: string): Promise<BlobInfo | null> {
    const stat = await this.ask(key, () => this.client.statObject(this.place.bucket, key));
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

  async list(prefix: string, { after = '', limit = LARGEST_PAGE } = {}): Promise<ListedBlob[]> {
    const page: ListedBlob[] = [];
    const most = Math.min(limit, LARGEST_PAGE);
    let from: string | undefined = after;
    while (from !== undefined && page.length < most) {
      const listed = await this.listAfter(from, prefix, most - page.length);
      page.push(...listed.blobs);
      from = listed.next;
    }
    return page;
  }

  async delete(key: string): Promise<void> {
    await this.ask(key, () => this.client.removeObject(this.place.bucket, key));
  }

  async isReady(): Promise<boolean> {
    // Only a write can tell that the store is full or read-only.
    const written = this.store(PROBE, Buffer.from('ready?'), 'text/plain').then(
      () => true,
      () => false,
    );
    const patience = new AbortController();
    const late = setTimeout(READY_MS, false, patience).catch(() => false);
    return Promise.race([written, late]).finally(() => patience.abort());
  }

  async close(): Promise<void> {
    this.hangUp();
  }

  private async store(key: string, content: Buffer, contentType: string): Promise<void> {
    const put = () =>
      this.client.putObject(this.place.bucket, key, content, content.length, { 'Content-Type': contentType });
    try {
      await put();
    } catch (error) {
      if (codeOf(error) !== 'NoSuchBucket') throw error;
      await this.makeBucket();
      await put();
    }
  }

  private async makeBucket(): Promise<void> {
    try {
      await this.client.makeBucket(this.place.bucket, this.place.region);
    } catch (error) {
      if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error;
    }
  }

  private async get(key: string, range?: ByteRange): Promise<Readable | null> {
    if (!range) return this.ask(key, () => this.client.getObject(this.place.bucket, key));
    const { start, end } = range;
    const refusal = new RangeError(`No bytes from ${start} to ${end} in ${key}`);
    if (start < 0 || end < start) throw refusal;
    return this.ask(key, async () => {
      try {
        return await this.client.getPartialObject(this.place.bucket, key, start, end - start + 1);
      } catch (error) {
        throw codeOf(error) === 'InvalidRange' ? refusal : error;
      }
    });
  }

  /** A page of those of the bucket's objects that are blobs, and after which key to go on where there are more. */
  private async listAfter(after: string, prefix: string, limit: number) {
    const listed = await withUnavailable(() =>
      ifExists(() => this.client.listObjectsV2Query(this.place.bucket, prefix, '', '', limit, after)),
    );
    const blobs: ListedBlob[] = [];
    for (const { name: key, size, lastModified } of listed?.objects ?? []) {
      if (key && isBlobKey(key) && lastModified) blobs.push({ key, size, storedAt: lastModified.toISOString() });
    }
    return { blobs, next: listed?.isTruncated ? listed.objects.at(-1)?.name : undefined };
  }

  private async ask<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    return isBlobKey(key) ? withUnavailable(() => ifExists(work)) : null;
  }
}
