import { firstVersion, laterVersion, type TextEntry } from './text-entry.ts';

// Regulation Z, 12 CFR 1026.18, closed-end disclosures.
export const tilaEs: readonly TextEntry[] = [
  firstVersion('tila_apr', 'El costo de su crédito como tasa anual.'),
  firstVersion('tila_finance_charge', 'El monto en dólares que le costará el crédito.'),
  firstVersion('tila_amount_financed', 'El monto de crédito otorgado a usted o en su nombre.'),
  firstVersion(
    'tila_total_of_payments',
    'El monto que habrá pagado después de hacer todos los pagos según lo programado.',
  ),
  firstVersion(
    'tila_payment_schedule',
    '{regular_payments} pagos mensuales de {monthly_payment} y un último pago de {final_payment}, con vencimiento mensual a partir del {first_payment_date} (e).',
  ),
  firstVersion(
    'tila_late_charge',
    'Cargo por mora: si un pago se atrasa, se le cobrarán {late_fee_amount}.',
  ),
  laterVersion(
    'tila_late_charge',
    '2027-01-01',
    'Cargo por mora: si un pago no se recibe dentro de los 15 días posteriores a su vencimiento, se le cobrarán {late_fee_amount}.',
  ),
  firstVersion(
    'tila_prepayment',
    'Pago anticipado: si liquida el préstamo antes de tiempo, no tendrá que pagar ninguna penalidad.',
  ),
  firstVersion(
    'tila_contract_reference',
    'Consulte su contrato de préstamo para obtener más información sobre la falta de pago, el incumplimiento, cualquier pago total exigido antes de la fecha programada, y los reembolsos y penalidades por pago anticipado.',
  ),
  firstVersion(
    'tila_estimate',
    '“e” significa estimado. Las cifras suponen que todo el monto se desembolsa el día en que usted acepta y que cada pago se hace según lo programado.',
  ),
  firstVersion(
    'tila_itemization',
    'Tiene derecho a un desglose del monto financiado. Se incluye a continuación.',
  ),
  firstVersion(
    'deferred_interest_in_time',
    'Los intereses se acumulan desde la fecha de compra. Solo se eximen si el saldo promocional completo de {promo_balance} se paga a más tardar el {promo_end_date}. Si no, usted debe los intereses acumulados de aproximadamente {accrued_interest}. Los pagos mensuales indicados lo liquidarán a tiempo.',
  ),
  laterVersion(
    'deferred_interest_in_time',
    '2026-12-01',
    'Los intereses se acumulan desde la fecha de compra. Solo se condonan si el saldo promocional completo de {promo_balance} se paga a más tardar el {promo_end_date}. Si no, usted debe los intereses acumulados de aproximadamente {accrued_interest}. Los pagos mensuales indicados lo liquidarán a tiempo.',
  ),
  firstVersion(
    'deferred_interest_not_in_time',
    'Los intereses se acumulan desde la fecha de compra. Solo se eximen si el saldo promocional completo de {promo_balance} se paga a más tardar el {promo_end_date}. Si no, usted debe los intereses acumulados de aproximadamente {accrued_interest}. Los pagos mensuales indicados no lo liquidarán a tiempo.',
  ),
  laterVersion(
    'deferred_interest_not_in_time',
    '2026-12-01',
    'Los intereses se acumulan desde la fecha de compra. Solo se condonan si el saldo promocional completo de {promo_balance} se paga a más tardar el {promo_end_date}. Si no, usted debe los intereses acumulados de aproximadamente {accrued_interest}. Los pagos mensuales indicados no lo liquidarán a tiempo.',
  ),
];
