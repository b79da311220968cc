import { firstVersion, laterVersion, type TextEntry } from './text-entry.ts';

export const messagesEs: readonly TextEntry[] = [
  // Regulation Z, 12 CFR 1026.24(d).
  firstVersion(
    'as_low_as_terms',
    'Por {amount} sin pago inicial: {earlier_payments} pagos mensuales de {monthly_payment} y uno último de {final_payment}, {total_of_payments} en total, a una tasa de porcentaje anual (APR) fija de {apr}%. Sujeto a aprobación de crédito: su tasa, monto y pagos dependen de su solicitud, y no todas las personas califican para estos. Préstamos de {lender_name}, NMLS ID {lender_nmls_id}.',
  ),
  firstVersion(
    'as_low_as_terms_one_payment_amount',
    'Por {amount} sin pago inicial: {number_of_payments} pagos mensuales de {monthly_payment}, {total_of_payments} en total, a una tasa de porcentaje anual (APR) fija de {apr}%. Sujeto a aprobación de crédito: su tasa, monto y pagos dependen de su solicitud, y no todas las personas califican para estos. Préstamos de {lender_name}, NMLS ID {lender_nmls_id}.',
  ),
  laterVersion(
    'as_low_as_terms',
    '2026-12-01',
    'Por {amount} sin pago inicial: {earlier_payments} pagos mensuales de {monthly_payment} y un último pago de {final_payment}, {total_of_payments} en total, a una tasa de porcentaje anual (APR) fija de {apr}%. Sujeto a aprobación de crédito. Su tasa, monto y pagos dependen de su solicitud, y no todas las personas califican. Préstamos de {lender_name}, NMLS ID {lender_nmls_id}.',
  ),
  laterVersion(
    'as_low_as_terms_one_payment_amount',
    '2026-12-01',
    'Por {amount} sin pago inicial: {number_of_payments} pagos mensuales de {monthly_payment}, {total_of_payments} en total, a una tasa de porcentaje anual (APR) fija de {apr}%. Sujeto a aprobación de crédito. Su tasa, monto y pagos dependen de su solicitud, y no todas las personas califican. Préstamos de {lender_name}, NMLS ID {lender_nmls_id}.',
  ),
];
