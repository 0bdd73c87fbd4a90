import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { describeRateSources, resolveRate, type FrozenRate, type ReplyOf } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
import { tempFolder } from '@outlay/testing';
import { join } from 'node:path';
import { FxModule } from '../fx.module.js';
import type { FxPorts } from '../ports.js';
import { Refresher } from '../refresh/refresher.js';
import type { RateUrls } from '../sources/rate-sources.js';

export const NO_SOURCES: RateUrls = { ecb: null, centralBanks: null, currencyApi: null };

type FxOptions = Pick<FxPorts, 'queryDeadlineMs'>;

/** Longer than in production, for a busy machine, and below the 30 s of a source, which no query may wait for. */
const TIMEOUT_MS = 25_000;

export interface RunningFx {
  readonly app: INestMicroservice;
  resolve(from: string, to: string, date: string): Promise<FrozenRate>;
  describe(): Promise<ReplyOf<typeof describeRateSources>>;
  refreshAt(now: string): Promise<void>;
  startAnother(urls: RateUrls): Promise<RunningFx>;
  close(): Promise<void>;
}

export async function runFx(
  rateUrls: RateUrls,
  at: string,
  options: FxOptions = { queryDeadlineMs: TIMEOUT_MS },
): Promise<RunningFx> {
  const folder = await tempFolder('outlay-fx');
  const fx = await startOn(join(folder.path, 'fx.db'), rateUrls, at, options);
  return {
    ...fx,
    close: async () => {
      await fx.close();
      await folder.remove();
    },
  };
}

async function startOn(file: string, rateUrls: RateUrls, at: string, options: FxOptions): Promise<RunningFx> {
  const documents = await openDocuments({ file });
  let now = at;
  const clock = { now: () => new Date(now) };
  const hub = new MessageHub();
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(
    FxModule.with({ documents, clock, rateUrls, ...options }),
    {
      strategy: new InProcessServer(hub, 50),
      logger: false,
    },
  );
  await app.listen();
  const client = new MessageClient(new InProcessClient(hub), TIMEOUT_MS);
  const context = { actor: null, correlationId: 'c-1' };
  return {
    app,
    resolve: (from, to, date) => client.call(resolveRate, { from, to, date }, context),
    describe: () => client.call(describeRateSources, {}, context),
    refreshAt: async (next) => {
      await app.get(Refresher).refresh();
      now = next;
      await app.get(Refresher).refresh();
    },
    startAnother: (urls) => startOn(file, urls, now, options),
    close: async () => {
      await app.close();
      await documents.destroy();
    },
  };
}
