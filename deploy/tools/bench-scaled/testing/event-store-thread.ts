import { parentPort } from 'node:worker_threads';
import { EventStoreDbServer } from '@outlay/event-store/testing';

/** Runs the EventStoreDB double on a thread of its own, so that generating the load does not slow it down. */
const { url } = await EventStoreDbServer.start();
parentPort?.postMessage(url);
