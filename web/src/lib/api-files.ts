import { CORRELATION, parseObject, readChunks, send, toApiError, toCall, type AnyOptions } from './api';
import { traceCall } from './debug';
import { NetworkError } from './errors';
import type { EventKey, FileKey, MultipartKey, OptionsArg, Reply } from './routes';

// The module is apart from `api`, because a list needs none of it.

export interface ProgressOptions {
  /** Called with the share transferred so far, 0 to 1. */
  onProgress?: (share: number) => void;
}

interface DownloadOptions extends ProgressOptions {
  /** Called with the bytes received so far. */
  onReceived?: (bytes: number) => void;
}

export interface DownloadedFile {
  readonly blob: Blob;
  readonly filename: string | null;
}

/** Fetches a file, since a plain link cannot carry the session's token. Rejects as `api` does. */
export async function apiFile<K extends FileKey | EventKey>(
  key: K,
  options: OptionsArg<K>[0] & DownloadOptions,
): Promise<DownloadedFile> {
  const response = await send(toCall(key, options as AnyOptions));
  const filename = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? null;
  return { blob: await readBlob(response, options), filename };
}

async function readBlob(response: Response, { onProgress, onReceived }: DownloadOptions): Promise<Blob> {
  const total = Number(response.headers.get('Content-Length'));
  if (!response.body || !(onReceived ?? (onProgress && total))) return response.blob();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  await readChunks(response, (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    onReceived?.(received);
    if (total) onProgress?.(received / total);
  });
  return new Blob(chunks, { type: response.headers.get('Content-Type') ?? '' });
}

export function apiUpload<K extends MultipartKey>(
  key: K,
  options: OptionsArg<K>[0] & ProgressOptions,
): Promise<Reply<K>> {
  const call = toCall(key, options as AnyOptions);
  const trace = traceCall(call.method, call.url);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.method, call.url);
    for (const [name, value] of Object.entries(call.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) options.onProgress?.(loaded / total);
    };
    request.onload = () => {
      trace?.(request.status, request.getResponseHeader(CORRELATION));
      if (request.status >= 200 && request.status < 300) resolve(parseObject(request.responseText) as Reply<K>);
      else reject(toApiError(call, request.status, request.responseText));
    };
    request.onerror = () => {
      trace?.('no answer', null);
      reject(new NetworkError());
    };
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    call.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(call.body ?? null);
  });
}
