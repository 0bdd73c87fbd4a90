import { Module } from '@nestjs/common';
import { AccessController } from './messages/access.controller.js';
import { DOCUMENTS } from './ports.js';
import { AccessProjection } from './projections/access.projection.js';
import { AccessIndexStore } from './read-models/access-index.store.js';
import { AccessStream } from './stream/access-stream.js';
import { AccessRecorder } from './workflows/access-recorder.js';

/** Records who accessed what. */
@Module({
  controllers: [AccessController],
  providers: [
    AccessStream,
    { provide: AccessIndexStore, inject: [DOCUMENTS], useFactory: AccessIndexStore.open },
    AccessProjection,
    AccessRecorder,
  ],
  exports: [AccessStream, AccessIndexStore, AccessRecorder],
})
export class AccessModule {}
