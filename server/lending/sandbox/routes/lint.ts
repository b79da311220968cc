import { timestamp } from '../../domain/timestamp.ts';
import { listFindings } from '../../store/lint-findings.ts';
import type { RegisterControls } from './register-controls.ts';

export const registerLint: RegisterControls = (app, { context }) => {
  app.get('/sandbox/v1/lint', async (c) => {
    const findings = await listFindings(context.database.query, c.get('sponsor').id);
    return c.json(
      findings.map(({ operation, kind, field, detail, count, first_at, last_at }) => ({
        operation,
        kind,
        field,
        detail,
        count,
        first_at: timestamp(first_at),
        last_at: timestamp(last_at),
      })),
    );
  });
};
