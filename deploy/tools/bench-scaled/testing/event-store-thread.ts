import { parentPort } from 'node:worker_threads';
import { EventStoreDbServer } from '@outlay/event-store/testing';

/** The stand-in of EventStoreDB on a thread of its own, so that it does not wait for whoever makes the load. */
const { url } = await EventStoreDbServer.start();
parentPort?.postMessage(url);
