import type { ObtainedReport } from '../../../../server/lending/domain/bureau-report.ts';

/** A clean report with a score. */
export function aReport(score: number, over: Partial<ObtainedReport> = {}): ObtainedReport {
  return {
    agency: { name: 'Bureau', address: '1 Street', phone: '+18005550100' },
    file: 'found',
    score: { value: score, lowest: 300, highest: 850, model: 'S', factors: ['recent_inquiries'] },
    is_identity_verified: true,
    is_deceased: false,
    has_bankruptcy: false,
    has_alert: false,
    is_sanctions_match: false,
    is_military_covered: false,
    monthly_obligations_cents: null,
    annual_income_cents: null,
    recent_loan_count: 0,
    obtained_at: Date.UTC(2026, 1, 14, 15),
    ...over,
  };
}
