import type { DueWorkRunner } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import type { LendingApp } from '../../routes/lending-app.ts';
import type { LendingSchema } from '../../store/schema.ts';

/** What the sandbox controls reach for, beyond what every operation does. */
export interface SandboxTools {
  context: LendingContext;
  runner: DueWorkRunner<LendingSchema>;
}

/** Adds controls under `/sandbox/v1`, which is guarded by the sponsor's credentials. */
export type RegisterControls = (app: LendingApp, tools: SandboxTools) => void;
