import type { Sandbox } from './sandbox.ts';

/** The lender's id of the newest application of whoever has this address. */
export async function applicationOf(sandbox: Sandbox, email: string): Promise<string> {
  const list = await sandbox.get('/api/v1/sponsor/merchants/loan-applications/hillside-rep-1/');
  const found = (list as { email: string; external_application_id: string }[]).find(
    (each) => each.email === email,
  );
  if (!found) throw new Error(`the lender has no application of ${email}`);
  return found.external_application_id;
}
