import { Module, type DynamicModule } from '@nestjs/common';
import { EventsModule } from './events.module.js';
import { LogModule } from './log.module.js';
import { PortsModule } from './ports.module.js';
import type { AuditPorts } from './ports.js';
import { VerificationsModule } from './verifications.module.js';

@Module({ imports: [LogModule, EventsModule, VerificationsModule] })
export class AuditModule {
  static with(ports: AuditPorts): DynamicModule {
    return { module: AuditModule, imports: [PortsModule.with(ports)] };
  }
}
