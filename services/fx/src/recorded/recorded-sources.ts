import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RateUrls } from '../sources/rate-sources.js';
import type { PublishedRates } from './known-rates.js';

export const FAULTS = ['500', '100 MB', 'hang', 'garbage', 'empty', 'drop', 'redirect', 'redirect in circles'] as const;
export type Fault = (typeof FAULTS)[number];

export interface RecordedSources {
  readonly urls: RateUrls;
  readonly requests: string[];
  publish(published: PublishedRates): void;
  fail(fault: Fault | null, under?: string): void;
  redirectTo(address: string): void;
  close(): Promise<void>;
}

export async function startRecordedSources(first: PublishedRates): Promise<RecordedSources> {
  let published = first;
  let failing: { readonly fault: Fault | null; readonly under: string } = { fault: null, under: '/' };
  let redirectTarget = 'http://localhost:9/';
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://recorded');
    requests.push(url.pathname + url.search);
    if (failing.fault !== null && url.pathname.startsWith(failing.under))
      fail(failing.fault, redirectTarget, request, response);
    else respond(url, published, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: {
      ecb: `${origin}/ecb`,
      centralBanks: `${origin}/banks`,
      currencyApi: [`${origin}/feed/{date}.json`, `${origin}/mirror/{date}.json`],
    },
    requests,
    publish: (next) => (published = next),
    fail: (fault, under = '/') => (failing = { fault, under }),
    redirectTo: (address) => (redirectTarget = address),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function respond({ pathname, searchParams }: URL, published: PublishedRates, response: ServerResponse): void {
  const [, source, name = ''] = pathname.split('/');
  const isInPeriod = (date: string, from: string, to: string) =>
    date >= (searchParams.get(from) ?? '') && date <= (searchParams.get(to) ?? '');
  if (source === 'ecb') {
    const currencies = name.split('.')[1]?.split('+') ?? [];
    const rows = published.ecb.filter(
      ([currency, date]) => currencies.includes(currency) && isInPeriod(date, 'startPeriod', 'endPeriod'),
    );
    const lines = rows.map(
      ([currency, date, value]) => `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${date},${value}`,
    );
    const header = 'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE';
    if (lines.length === 0) response.writeHead(404).end('No results found.');
    else response.writeHead(200, { 'content-type': 'text/csv' }).end([header, ...lines, ''].join('\r\n'));
  } else if (source === 'banks') {
    const rows = published.centralBanks[searchParams.get('providers') ?? ''] ?? [];
    const rates = rows
      .filter(([, date]) => isInPeriod(date, 'from', 'to'))
      .map(([quote, date, rate]) => `{"date":"${date}","base":"USD","quote":"${quote}","rate":${rate}}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(`[${rates.join(',')}]`);
  } else {
    const date = name.replace('.json', '');
    const rates = published.currencyApi
      .filter(([, day]) => day === date)
      .map(([currency, , value]) => `"${currency.toLowerCase()}":${value}`);
    if (rates.length === 0) response.writeHead(404).end();
    else
      response.writeHead(200).end(`{"date":"${date}","eur":{"eur":1,"btc":0.00001,"ghc":120000,${rates.join(',')}}}`);
  }
}

function fail(fault: Fault, redirectTarget: string, request: IncomingMessage, response: ServerResponse): void {
  if (fault === '500') response.writeHead(500).end('Internal Server Error');
  else if (fault === 'garbage') response.writeHead(200).end('<!doctype html><title>Please log in</title>');
  else if (fault === 'empty') response.writeHead(200).end();
  else if (fault === 'drop') request.socket.destroy();
  else if (fault === 'redirect') response.writeHead(302, { location: redirectTarget }).end();
  else if (fault === 'redirect in circles') response.writeHead(302, { location: request.url }).end();
  else if (fault === '100 MB') pour(response.writeHead(200), 100_000_000);
}

function pour(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(1_000_000, '9');
  for (let left = bytes; left > 0 && !response.destroyed; left -= chunk.length) {
    if (!response.write(chunk)) {
      response.once('drain', () => pour(response, left - chunk.length));
      return;
    }
  }
  response.end();
}
