import { parentPort } from 'node:worker_threads';
import { EventStoreDbServer } from '@outlay/event-store/testing';

/** The double has a thread of its own, because generating the load would slow it down. */
const { url } = await EventStoreDbServer.start();
parentPort?.postMessage(url);
