import { firstVersion, laterVersion, SAMPLE_MARK_ES, type TextEntry } from './text-entry.ts';

const wordsFromDecember = {
  purpose: 'mejoras en el hogar',
  kind: 'a plazo fijo (closed-end)',
  approval:
    'Cada desembolso necesita que usted apruebe la solicitud de cargo del comercio, a menos que el comercio la apruebe por usted. El comercio solo puede hacerlo si nosotros lo permitimos y usted lo autorizó.',
};

export const loanTermsEs: readonly TextEntry[] = [
  firstVersion(
    'loan_agreement',
    ...loanAgreement({
      purpose: 'mejoras del hogar',
      kind: 'cerrado',
      approval: 'Cada desembolso necesita que usted apruebe la solicitud de cargo del comercio.',
    }),
  ),
  laterVersion('loan_agreement', '2026-12-01', ...loanAgreement(wordsFromDecember)),
  laterVersion(
    'loan_agreement',
    '2027-01-01',
    ...loanAgreement({
      ...wordsFromDecember,
      earlyEnd:
        ' Pueden terminar antes si este préstamo se cancela o cuando el comercio hizo un cargo que llama final. Podemos poner el préstamo en pausa: entonces no se pueden hacer desembolsos hasta que termine la pausa, y se lo informaremos.',
      promotion:
        ' Si su préstamo tiene una promoción, la parte “Su promoción” también forma parte de este contrato: condonamos los intereses si usted cumple lo que esa parte indica.',
      cancelling:
        'Antes del primer desembolso puede cancelar este préstamo sin costo: pídaselo al comercio o llámenos al 1-800-555-0142. Mientras no haya ningún cargo en el préstamo, el comercio también puede cancelarlo. Si lo hace, se lo informaremos.',
    }),
  ),
  // FTC Holder Rule, 16 CFR 433.2(b): the rule prescribes the English words.
  firstVersion(
    'holder_notice',
    'NOTICE: ANY HOLDER OF THIS CONSUMER CREDIT CONTRACT IS SUBJECT TO ALL CLAIMS AND DEFENSES WHICH THE DEBTOR COULD ASSERT AGAINST THE SELLER OF GOODS OR SERVICES OBTAINED WITH THE PROCEEDS HEREOF. RECOVERY HEREUNDER BY THE DEBTOR SHALL NOT EXCEED AMOUNTS PAID BY THE DEBTOR HEREUNDER.',
    'AVISO: CUALQUIER TENEDOR DE ESTE CONTRATO DE CRÉDITO AL CONSUMIDOR ESTÁ SUJETO A TODAS LAS RECLAMACIONES Y DEFENSAS QUE EL DEUDOR PODRÍA HACER VALER CONTRA EL VENDEDOR DE LOS BIENES O SERVICIOS OBTENIDOS CON EL PRODUCTO DE ESTE CONTRATO. LO QUE EL DEUDOR RECUPERE CONFORME A ESTE CONTRATO NO EXCEDERÁ LO QUE EL DEUDOR HAYA PAGADO CONFORME AL MISMO.',
  ),
  firstVersion(
    'loan_terms_signature',
    'He leído las divulgaciones de la Ley de Veracidad en los Préstamos, el contrato de préstamo y los avisos de esta página, y puedo guardarlos o imprimirlos. Acepto el contrato de préstamo. Mi nombre escrito es mi firma.',
  ),
  firstVersion(
    'hard_pull_consent',
    'Autorizo a Sample Lending Bank (sandbox) a obtener de nuevo mi informe de crédito como consulta formal cuando acepte este préstamo. Una consulta formal puede afectar mi puntaje de crédito.',
  ),
  laterVersion(
    'hard_pull_consent',
    '2026-12-01',
    'Autorizo a Sample Lending Bank (sandbox) a obtener de nuevo mi informe de crédito, mediante una consulta de crédito dura (hard inquiry), cuando acepte este préstamo. Una consulta de crédito dura puede afectar mi puntaje de crédito.',
  ),
  firstVersion(
    'no_hard_inquiry_line',
    'Aceptar este préstamo no genera una consulta de crédito formal. El préstamo en sí puede informarse a las agencias de crédito.',
  ),
  laterVersion(
    'no_hard_inquiry_line',
    '2026-12-01',
    'Aceptar este préstamo no genera una consulta de crédito dura (hard inquiry). El préstamo en sí puede informarse a las agencias de crédito.',
  ),
  laterVersion(
    'no_hard_inquiry_line',
    '2027-01-01',
    'Aceptar este préstamo no genera una consulta de crédito dura (hard inquiry). El préstamo en sí puede informarse a las agencias de informes del consumidor.',
  ),
  // Regulation E, 12 CFR 1005.10(e)(1).
  firstVersion(
    'autopay_line',
    'El pago automático es opcional. No es una condición para obtener ni mantener este préstamo, y puede desactivarlo en cualquier momento.',
  ),
  firstVersion(
    'portal_terms',
    'En el Portal de Pagos usted ve su saldo, hace pagos y aprueba cargos. Configurarlo no cuesta nada.',
  ),
  laterVersion(
    'portal_terms',
    '2026-11-20',
    'En el Portal de Pagos usted ve el monto de su préstamo, lo que se ha cargado, lo que todavía puede gastar y los cargos que se pidieron. Le dice cómo hacer un pago. Usted aprueba o rechaza cada cargo en una página propia: le enviamos el enlace. Configurar el portal no cuesta nada.',
  ),
  laterVersion(
    'portal_terms',
    '2026-12-01',
    'En el Portal de Pagos puede ver el monto de su préstamo, sus cargos y lo que todavía puede gastar. También le dice cómo hacer un pago. Para aprobar o rechazar un cargo, use el enlace que le enviamos. Configurar el portal no tiene costo.',
  ),
  firstVersion(
    'charge_approval',
    'Si aprueba, {amount} de su préstamo se pagan a {merchant_name} y usted deberá ese monto con intereses según su contrato de préstamo. Si rechaza, no se cobra nada. No apruebe en un dispositivo que no sea suyo. Preguntas sobre este cargo, o una disputa: llame al 1-800-555-0142.',
  ),
  laterVersion(
    'charge_approval',
    '2026-12-01',
    'Si aprueba, pagamos {amount} de su préstamo a {merchant_name}. Usted deberá ese monto, con intereses según su contrato de préstamo. Si rechaza, no se cobra nada. No apruebe en un dispositivo que no sea suyo. Si tiene una pregunta sobre este cargo o quiere disputarlo, llame al 1-800-555-0142.',
  ),
  firstVersion(
    'merchant_terms',
    SAMPLE_MARK_ES,
    'Términos y condiciones para comercios. Usted confirma que la información de su negocio es correcta y que puede actuar en su nombre. Presentará el financiamiento con veracidad, nunca disuadirá a nadie de solicitarlo, nunca ingresará los datos de un consumidor sin el consumidor y solicitará un cargo solo por bienes y servicios que el consumidor haya pedido. Las tarifas son las de los productos que usted seleccione. Sample Lending Bank (sandbox) toma todas las decisiones de crédito.',
  ),
  laterVersion(
    'merchant_terms',
    '2027-01-01',
    SAMPLE_MARK_ES,
    'Términos y condiciones para comercios. Usted confirma que la información de su negocio es correcta y que puede actuar en su nombre. Presentará el financiamiento con veracidad, nunca disuadirá a nadie de solicitarlo, nunca ingresará los datos de un consumidor sin el consumidor y solicitará un cargo solo por bienes y servicios que el consumidor haya pedido. Las comisiones son las de los productos que usted seleccione. Sample Lending Bank (sandbox) toma todas las decisiones de crédito.',
  ),
];

interface AgreementWords {
  purpose: string;
  kind: string;
  /** Whose approval a charge needs. */
  approval: string;
  /** What makes a promotion part of the agreement. */
  promotion?: string;
  /** What can end or stop advances. */
  earlyEnd?: string;
  /** Who may cancel the loan, and how. */
  cancelling?: string;
}

function loanAgreement({
  purpose,
  kind,
  approval,
  earlyEnd = '',
  promotion = '',
  cancelling = 'Antes del primer desembolso puede cancelar este préstamo sin costo.',
}: AgreementWords): string[] {
  return [
    SAMPLE_MARK_ES,
    `Contrato de préstamo para ${purpose}`,
    '1. Partes. Este es un contrato entre usted, {applicant_name}, y Sample Lending Bank (sandbox), NMLS ID 000000, 100 Sample Plaza, Columbus, OH 43215 (“nosotros”). Su número de préstamo es {loan_number}.',
    `2. El préstamo. Aceptamos prestarle hasta {credit_limit} en uno o más desembolsos, para pagar a {merchant_name} los bienes y servicios que usted compre. Es un préstamo ${kind} y sin garantía: un monto que usted haya pagado no se vuelve a prestar.`,
    `3. Plazo de compra. Los desembolsos se pueden hacer hasta el {purchase_window_end_date}.${earlyEnd} ${approval}`,
    `4. Pago. Usted pagará lo desembolsado, con intereses del {interest_rate} por ciento anual sobre el capital pendiente, en {term_months} pagos mensuales. El calendario de pagos está en sus divulgaciones de la Ley de Veracidad en los Préstamos, que forman parte de este contrato. Si se desembolsa menos del monto total, usted deberá menos.${promotion}`,
    '5. Pago anticipado. Puede pagar todo o parte de lo que debe en cualquier momento sin penalidad.',
    '6. Cargo por mora. Si un pago no se recibe dentro de los 15 días posteriores a su vencimiento, deberá un cargo por mora de {late_fee_amount}.',
    '7. Incumplimiento. Usted incumple si no hace un pago cuando vence o si falta a otra promesa de este contrato. Después de cualquier aviso y derecho de subsanar que la ley le conceda, podemos exigir de inmediato todo el saldo pendiente.',
    '8. Disputas con el comercio. Escríbanos a la dirección indicada o llame al 1-800-555-0142. El aviso sobre reclamaciones y defensas que aparece abajo forma parte de este contrato.',
    '9. Prestatarios cubiertos. Si usted es un prestatario cubierto por la Ley de Préstamos Militares, no se le aplica ninguna parte de este contrato que esa ley no permita. Este contrato no tiene cláusula de arbitraje.',
    `10. Cancelación. ${cancelling}`,
    '11. Ley aplicable. Este contrato se rige por la ley federal y, donde esta no decida, por la ley de Ohio.',
  ];
}
