import { firstVersion, laterVersion, SAMPLE_MARK_ES, type TextEntry } from './text-entry.ts';

const questions =
  'Si no esperaba esto o tiene alguna pregunta, llame a {lender_name} al {lender_phone}.';

export const accountEs: readonly TextEntry[] = [
  firstVersion(
    'account_cancelled',
    SAMPLE_MARK_ES,
    'Su préstamo {loan_number} fue cancelado el {date} a petición de {merchant_name}. No queda ningún cargo en él, usted no debe nada por él y no se le puede cargar nada más. Las solicitudes de cargo que esperaban su aprobación se retiraron.',
    questions,
  ),
  laterVersion(
    'account_cancelled',
    '2026-12-01',
    SAMPLE_MARK_ES,
    'Su préstamo {loan_number} se canceló el {date} porque {merchant_name} lo pidió. No tiene cargos, usted no debe nada por él y ya no se puede cargar nada a este préstamo. También cancelamos las solicitudes de cargo que esperaban su aprobación.',
    questions,
  ),
  // Adverse action without the consumer's wish: Regulation B, 12 CFR 1002.2(c)(1)(ii) and 1002.9(a)(2).
  laterVersion(
    'account_cancelled',
    '2027-01-01',
    SAMPLE_MARK_ES,
    'Su préstamo {loan_number} se canceló el {date} porque {merchant_name} lo pidió. No tiene cargos, usted no debe nada por él y ya no se puede cargar nada a este préstamo. También cancelamos cualquier solicitud de cargo que esperara su aprobación.',
    'Si no esperaba esto o tiene alguna pregunta, llame a {lender_name} al {lender_phone} o escriba a {lender_address}.',
    '{ecoa_notice}',
  ),
  // Adverse action, too; the reasons are given to who asks: Regulation B, 12 CFR 1002.9(a)(2)(ii).
  firstVersion(
    'account_on_hold',
    SAMPLE_MARK_ES,
    'El {date} pusimos en pausa su préstamo {loan_number} para compras en {merchant_name}. Hasta que termine la pausa, no se puede cargar nada a este préstamo. También cancelamos cualquier solicitud de cargo que esperara su aprobación. La pausa no cambia lo que usted ya debe.',
    'Usted tiene derecho a conocer nuestros motivos específicos. Si nos los pide en un plazo de 60 días, se los diremos en los 30 días siguientes. Llame a {lender_name} al {lender_phone} o escriba a {lender_address}.',
    '{ecoa_notice}',
  ),
  firstVersion(
    'credit_line_increased',
    SAMPLE_MARK_ES,
    'El límite de su préstamo {loan_number} se aumentó de {previous_limit} a {new_limit} el {date}, a petición de {merchant_name}. No tiene que usar más de lo que desee: cada cargo sigue necesitando su propia aprobación.',
    'Las cifras de su préstamo cambian con el monto. Esta divulgación revisada reemplaza la que recibió cuando aceptó el préstamo. Guárdela.',
    '{documents}',
    questions,
  ),
  laterVersion(
    'credit_line_increased',
    '2026-12-01',
    SAMPLE_MARK_ES,
    'El {date} se aumentó el límite de su préstamo {loan_number} de {previous_limit} a {new_limit} porque {merchant_name} lo pidió. No tiene que usar más de lo que desee. Cada cargo sigue necesitando su aprobación, a menos que {merchant_name} lo apruebe por usted con su autorización.',
    'Cuando cambia el monto, cambia el costo de su préstamo. Esta nueva divulgación reemplaza la que recibió cuando aceptó el préstamo. Guárdela.',
    '{documents}',
    questions,
  ),
  firstVersion(
    'charge_receipt',
    SAMPLE_MARK_ES,
    'Usted aprobó un cargo de {amount} de {merchant_name} a su préstamo {loan_number} el {date}. Referencia: {payment_request_id}. Todavía puede usar {available_spend} de su préstamo.',
    questions,
  ),
  firstVersion(
    'charge_receipt_on_behalf',
    SAMPLE_MARK_ES,
    'El {date} se aprobó en su nombre un cargo de {amount} de {merchant_name} a su préstamo {loan_number}, según la autorización que usted dio al comercio. Referencia: {payment_request_id}. Todavía puede usar {available_spend} de su préstamo.',
    questions,
  ),
  laterVersion(
    'charge_receipt_on_behalf',
    '2026-12-01',
    SAMPLE_MARK_ES,
    'El {date}, {merchant_name} cargó {amount} a su préstamo {loan_number}. El cargo se aprobó en su nombre. Usted dio esta autorización al comercio. Referencia: {payment_request_id}. Todavía puede usar {available_spend} de su préstamo.',
    questions,
  ),
  laterVersion(
    'charge_receipt_on_behalf',
    '2027-01-01',
    SAMPLE_MARK_ES,
    'El {date}, {merchant_name} cargó {amount} a su préstamo {loan_number}. {merchant_name} lo aprobó por usted. Solo puede hacerlo si usted lo autorizó. Referencia: {payment_request_id}. Todavía puede usar {available_spend} de su préstamo.',
    questions,
  ),
  // The loan can be charged until then, and longer if the charge fails or is refunded before.
  firstVersion(
    'charge_receipt_final',
    SAMPLE_MARK_ES,
    'Usted aprobó un cargo de {amount} de {merchant_name} a su préstamo {loan_number} el {date}. Referencia: {payment_request_id}. Este es un cargo final. Después de que se pague, no se podrán hacer más cargos en este préstamo.',
    questions,
  ),
  firstVersion(
    'charge_receipt_on_behalf_final',
    SAMPLE_MARK_ES,
    'El {date}, {merchant_name} cargó {amount} a su préstamo {loan_number}. {merchant_name} lo aprobó por usted. Solo puede hacerlo si usted lo autorizó. Referencia: {payment_request_id}. Este es un cargo final. Después de que se pague, no se podrán hacer más cargos en este préstamo.',
    questions,
  ),
];
