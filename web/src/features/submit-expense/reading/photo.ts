import type { OpenedPhoto, PhotoReply, PhotoRequest } from './photo-worker';

type Prepare = Omit<Extract<PhotoRequest, { ask: 'prepare' }>, 'ask'>;

/** A picture in a worker of its own, which ends with the signal. */
export interface Photo {
  readonly open: (picture: Blob | ImageBitmap) => Promise<OpenedPhoto>;
  readonly prepare: (how: Prepare) => Promise<Blob>;
  readonly close: () => void;
}

export function openPhoto(signal: AbortSignal): Photo {
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' });
  const ask = (request: PhotoRequest, transfer: Transferable[] = []) =>
    new Promise<PhotoReply>((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.onmessage = ({ data }: MessageEvent<PhotoReply>) => resolve(data);
      worker.onerror = () => reject(new Error('The worker of photos has failed'));
      worker.postMessage(request, transfer);
    });
  const failure = (reply: PhotoReply) => new Error('failed' in reply ? reply.failed : undefined);
  return {
    open: async (picture) => {
      const reply = await ask({ ask: 'open', picture }, picture instanceof Blob ? [] : [picture]);
      if ('opened' in reply) return reply.opened;
      throw failure(reply);
    },
    prepare: async (how) => {
      const reply = await ask({ ask: 'prepare', ...how });
      if ('prepared' in reply) return reply.prepared;
      throw failure(reply);
    },
    close: () => worker.terminate(),
  };
}
