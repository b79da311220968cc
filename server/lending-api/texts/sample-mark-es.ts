import { SAMPLE_MARK } from './text-entry.ts';

export const SAMPLE_MARK_ES = `MUESTRA – NO USAR EN PRODUCCIÓN (${SAMPLE_MARK})`;
