import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { WORKER_SECURITY_POLICY } from '../http/security-headers.js';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** The folder of the build with parts that are loaded on demand, workers among them (web/vite.config.ts). */
const WORKERS = 'assets/on-demand/';
const API = /^(api|uploads|reports)(\/|$)/;

/** Opens only files of the build. Hashed files are cached for a year, others are revalidated. */
export async function serveWebClient(fastify: FastifyInstance, webRoot: string): Promise<void> {
  const files = await listFiles(webRoot);
  await fastify.register(fastifyStatic, { root: webRoot, serve: false, preCompressed: true });
  fastify.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.params['*'] || 'index.html';
    if (files.has(path)) return sendFile(path);
    const isPage = request.headers.accept?.includes('text/html') && !API.test(path) && !/\.\.|[\p{Cc}\\]/u.test(path);
    return isPage && files.has('index.html') ? sendFile('index.html') : reply.callNotFound();

    function sendFile(file: string) {
      const hashed = file.startsWith('assets/');
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      if (file.startsWith(WORKERS)) reply.header('content-security-policy', WORKER_SECURITY_POLICY);
      return reply.sendFile(file, { cacheControl: false });
    }
  });
}

async function listFiles(root: string): Promise<Set<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return new Set(files.map((file) => file.split(sep).join('/')));
}
