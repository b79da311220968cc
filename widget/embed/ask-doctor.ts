import type { Finding, Patient } from './diagnosis/finding.ts';

/** The doctor is loaded only for those who ask. */
export async function askDoctor(patient: Patient): Promise<Finding[]> {
  const doctor = await import('./diagnosis/diagnose.ts').catch(() => null);
  if (doctor !== null) return doctor.diagnose(patient);
  const message = 'The diagnosis could not be loaded.';
  return [{ code: 'script_blocked', message, fix: `script-src ${patient.server}` }];
}
