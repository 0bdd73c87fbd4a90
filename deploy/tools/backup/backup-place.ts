import { mkdir } from 'node:fs/promises';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { givenSettings, keepPrivate } from '@outlay/composition';
import { BackupSet } from './backup-set.js';

const S3 = /^s3:\/\/([^/]+)\/?(.*?)\/*$/;

/**
 * @param place a folder, or `s3://bucket/prefix` at the server of `BACKUP_S3_URL` or `S3_URL`, which has the credentials
 * @throws Error for the operator
 */
export async function openBackupSet(
  place: string,
  environment: NodeJS.ProcessEnv,
  readOnly = false,
): Promise<BackupSet> {
  const [, bucket, prefix = ''] = S3.exec(place) ?? [];
  if (bucket === undefined) {
    if (!readOnly) {
      await keepPrivate(place);
      await mkdir(place, { recursive: true });
    }
    return new BackupSet(await openBlobs({ folder: place, readOnly }));
  }
  const given = givenSettings(environment, ['BACKUP_S3_URL', 'S3_URL']);
  const url = URL.parse(given.BACKUP_S3_URL ?? given.S3_URL ?? '');
  if (!url) throw new Error('Set BACKUP_S3_URL to the server, as https://key:secret@host/bucket');
  url.pathname = bucket;
  const blobs = await openBlobs({ url: url.href, folder: '' });
  return new BackupSet(prefix === '' ? blobs : withPrefix(blobs, `${prefix}/`));
}

function withPrefix(blobs: Blobs, prefix: string): Blobs {
  const without = <Info extends { readonly key: string }>(info: Info) => ({
    ...info,
    key: info.key.slice(prefix.length),
  });
  return {
    put: (key, content, options) => blobs.put(prefix + key, content, options),
    putStream: (key, content, options) => blobs.putStream(prefix + key, content, options),
    stat: async (key) => {
      const info = await blobs.stat(prefix + key);
      return info && without(info);
    },
    read: (key, range) => blobs.read(prefix + key, range),
    readAll: (key) => blobs.readAll(prefix + key),
    list: async (start, { after, limit } = {}) =>
      (await blobs.list(prefix + start, { after: after === undefined ? after : prefix + after, limit })).map(without),
    delete: (key) => blobs.delete(prefix + key),
    isReady: () => blobs.isReady(),
    close: () => blobs.close(),
  };
}
