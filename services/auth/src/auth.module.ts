import { Module, type DynamicModule } from '@nestjs/common';
import { AuditTokensModule } from './audit-tokens.module.js';
import type { AuthPorts } from './ports.js';
import { PortsModule } from './ports.module.js';
import { SignInModule } from './sign-in.module.js';
import { UsersModule } from './users.module.js';

@Module({ imports: [SignInModule, UsersModule, AuditTokensModule] })
export class AuthModule {
  static with(ports: AuthPorts): DynamicModule {
    return { module: AuthModule, imports: [PortsModule.with(ports)] };
  }
}
