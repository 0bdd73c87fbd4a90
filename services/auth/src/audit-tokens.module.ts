import { Module } from '@nestjs/common';
import { AccessModule } from './access.module.js';
import { AccountsModule } from './accounts.module.js';
import { AuditTokensController } from './messages/audit-tokens.controller.js';
import { DOCUMENTS } from './ports.js';
import { AuditTokenProjection } from './projections/audit-token.projection.js';
import { AuditTokenStore } from './read-models/audit-token.store.js';
import { AuditTokenStream } from './stream/audit-token-stream.js';
import { AuditTokens } from './workflows/audit-tokens.js';

/** Creates, checks and revokes the tokens of auditors. */
@Module({
  imports: [AccessModule, AccountsModule],
  controllers: [AuditTokensController],
  providers: [
    AuditTokenStream,
    { provide: AuditTokenStore, inject: [DOCUMENTS], useFactory: AuditTokenStore.open },
    AuditTokenProjection,
    AuditTokens,
  ],
  exports: [AuditTokens],
})
export class AuditTokensModule {}
