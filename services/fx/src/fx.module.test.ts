import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { resolveRate } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
import type { Connection } from 'mongoose';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FxModule } from './fx.module.js';
import { LegStore } from './leg.store.js';

const now = new Date('2026-11-20T09:00:00Z');
const hub = new MessageHub();
const client = new MessageClient(new InProcessClient(hub));
const resolve = (from: string, to: string, date: string) =>
  client.call(resolveRate, { from, to, date }, { actor: null, correlationId: 'c-1' });

describe('the fx service', () => {
  let folder: string;
  let documents: Connection;
  let app: INestMicroservice;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fx-'));
    documents = await openDocuments({ file: join(folder, 'fx.db') });
    app = await NestFactory.createMicroservice<MicroserviceOptions>(
      FxModule.with({
        documents,
        clock: { now: () => now },
        rateUrls: { ecb: null, centralBanks: null, currencyApi: null },
      }),
      {
        strategy: new InProcessServer(hub, 50),
        logger: false,
      },
    );
    await app.listen();
    await app.get(LegStore).append(
      [
        { quote: 'USD', date: '2026-09-28', perEur: '1.1300', source: 'ECB' },
        { quote: 'GBP', date: '2026-09-28', perEur: '0.8600', source: 'ECB' },
      ],
      now,
    );
  });
  afterAll(async () => {
    await app.close();
    await documents.destroy();
    await rm(folder, { recursive: true });
  });

  it('resolves a pegged currency and identical currencies for today', async () => {
    await expect(resolve('XOF', 'EUR', '2026-11-20')).resolves.toMatchObject({
      rate: '0.00152449',
      effectiveDate: '2026-11-20',
      source: 'peg',
      stale: false,
      provisional: false,
    });
    await expect(resolve('BGN', 'EUR', '2025-12-20')).resolves.toMatchObject({ rate: '0.511292', source: 'peg' });
    await expect(resolve('EUR', 'EUR', '2026-11-20')).resolves.toMatchObject({ rate: '1.000000', source: 'identity' });
  });

  it('prefers a stored leg to a bundled one of a later day', async () => {
    await expect(resolve('GBP', 'USD', '2026-09-30')).resolves.toMatchObject({
      rate: '1.313953',
      effectiveDate: '2026-09-28',
      source: 'ECB',
      stale: false,
      provisional: false,
    });
  });

  it('uses the bundled table for a currency that is not stored', async () => {
    await expect(resolve('KES', 'USD', '2026-08-15')).resolves.toMatchObject({
      effectiveDate: '2026-08-15',
      source: 'currency-api (bundled)',
      stale: false,
    });
  });

  it('resolves today with the newest rate, marked stale', async () => {
    const resolved = await resolve('NGN', 'EUR', '2026-11-20');
    expect(resolved).toMatchObject({ stale: true, provisional: true });
    expect(resolved.effectiveDate <= '2026-11-20').toBe(true);
    expect(resolved.rate).toMatch(/^0\.000[1-9]\d{5}$/);
  });

  it('resolves every currency of the form in both reimbursement currencies for the last 13 months', async () => {
    for (const from of ['EUR', 'USD', 'KES', 'NGN', 'ZAR', 'XOF', 'XAF', 'GHS', 'CHF', 'GBP', 'MAD', 'EGP']) {
      for (const to of ['EUR', 'USD']) {
        for (const date of ['2025-10-20', '2026-03-31', '2026-11-20']) {
          const resolved = await resolve(from, to, date);
          expect(Number(resolved.rate)).toBeGreaterThan(0);
          expect(resolved.effectiveDate <= date).toBe(true);
        }
      }
    }
  });

  it('rejects an unknown code and an invalid, future or too old date with the reason', async () => {
    await expect(resolve('HRK', 'EUR', '2026-11-20')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'HRK ended on 2022-12-31. Please check the currency and the date.',
    });
    await expect(resolve('BTC', 'EUR', '2026-11-20')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Please enter a valid 3-letter currency code (e.g., USD, EUR)',
    });
    await expect(resolve('USD', 'EUR', '20/11/2026')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(resolve('USD', 'EUR', '2026-11-22')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Future dates are not allowed.',
    });
    await expect(resolve('USD', 'EUR', '2025-10-19')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('has no rate for a currency without a source', async () => {
    await expect(resolve('SYP', 'EUR', '2026-11-20')).rejects.toMatchObject({
      code: 'RATE_NOT_AVAILABLE',
      message: 'No exchange rate is available for SYP on 2026-11-20.',
    });
  });
});
