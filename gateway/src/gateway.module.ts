import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { MessageClient } from '@outlay/messaging';
import { Admission } from './admission/admission.js';
import { AuditTokens } from './access/audit-tokens.js';
import { AccessGuard } from './access/access.guard.js';
import { AccessTrail } from './access/access-trail.js';
import { OpenReplies } from './access/open-replies.js';
import { SessionTokens } from './access/session-tokens.js';
import { Sessions } from './access/sessions.js';
import { SignedUrls } from './access/signed-urls.js';
import { ErrorResponseFilter } from './http/error-response.filter.js';
import { FileSender } from './files/file-sender.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { MailIntake } from './mail/mail-intake.js';
import { GATEWAY_PORTS, type GatewayPorts } from './ports/gateway-ports.js';
import { ProofPacks } from './proof-pack/proof-packs.js';
import { AdminExpensesController } from './routes/admin-expenses.controller.js';
import { AuditTokensController } from './routes/audit-tokens.controller.js';
import { AuditController } from './routes/audit.controller.js';
import { VerificationsController } from './routes/verifications.controller.js';
import { AuthController } from './routes/auth.controller.js';
import { EventFeed } from './routes/event-feed.js';
import { ExchangeRateController } from './routes/exchange-rate.controller.js';
import { ExpenseLists } from './routes/expense-lists.js';
import { ExpensesController } from './routes/expenses.controller.js';
import { FilesController } from './routes/files.controller.js';
import { HealthController } from './routes/health.controller.js';
import { InvitesController } from './routes/invites.controller.js';
import { PaymentRunsController } from './routes/payment-runs.controller.js';
import { PaymentsController } from './routes/payments.controller.js';
import { ListChanges } from './routes/list-changes.js';
import { RateDetails } from './routes/rate-details.js';
import { RateSources } from './routes/rate-sources.js';
import { ReportsController } from './routes/reports.controller.js';
import { SavedViewsController } from './routes/saved-views.controller.js';
import { RunFiles } from './routes/run-files.js';
import { SignedUrlsController } from './routes/signed-urls.controller.js';
import { TrailDetails } from './routes/trail-details.js';
import { TripsController } from './routes/trips.controller.js';
import { UsersController } from './routes/users.controller.js';
import { Workbooks } from './tables/workbooks.js';
import { Attempts } from './throttling/attempts.js';
import { ReceiptStore } from './uploads/receipt-store.js';
import { ReceiptChecks } from './uploads/receipt-checks.js';
import { UploadMemory } from './uploads/upload-memory.js';

@Module({})
export class GatewayModule {
  static of(ports: GatewayPorts): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        AuditController,
        AuditTokensController,
        VerificationsController,
        AuthController,
        InvitesController,
        UsersController,
        ExpensesController,
        AdminExpensesController,
        PaymentsController,
        PaymentRunsController,
        ReportsController,
        SavedViewsController,
        TripsController,
        ExchangeRateController,
        FilesController,
        SignedUrlsController,
        HealthController,
        OpenApiController,
      ],
      providers: [
        { provide: GATEWAY_PORTS, useValue: ports },
        { provide: MessageClient, useValue: ports.messages.with(new Admission().around) },
        RateSources,
        RateDetails,
        TrailDetails,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ErrorResponseFilter },
        AccessTrail,
        Attempts,
        AuditTokens,
        OpenReplies,
        SessionTokens,
        Sessions,
        SignedUrls,
        EventFeed,
        ExpenseLists,
        ListChanges,
        ProofPacks,
        ReceiptStore,
        ReceiptChecks,
        UploadMemory,
        FileSender,
        Workbooks,
        RunFiles,
        MailIntake,
      ],
    };
  }
}
