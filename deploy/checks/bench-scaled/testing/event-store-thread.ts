import { parentPort } from 'node:worker_threads';
import { EventStoreDbServer } from '@outlay/event-store/testing';

/** The double has a thread of its own, because generating the load would slow it down. */
const server = await EventStoreDbServer.start();
/** The delay is about that of a real server. */
server.log.indexDelayMs = 2;
parentPort?.postMessage(server.url);
