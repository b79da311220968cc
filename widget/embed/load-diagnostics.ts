import type { DiagnosedElement, Finding } from './diagnosis/finding.ts';

/** Loads the diagnostics only for those who ask. */
export async function loadDiagnostics(element: DiagnosedElement): Promise<Finding[]> {
  const diagnostics = await import('./diagnosis/diagnose.ts').catch(() => null);
  if (diagnostics !== null) return diagnostics.diagnose(element);
  const message = 'The diagnosis could not be loaded.';
  return [{ code: 'script_blocked', message, fix: `script-src ${element.server}` }];
}
