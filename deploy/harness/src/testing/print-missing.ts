import { findServers } from './servers.js';

/** Says which servers the scaled composition would need and this machine lacks; nothing where it has them all. */
process.stdout.write((await findServers()).missing ?? '');
