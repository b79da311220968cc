import type { DocumentStrings } from './en.ts';

/** The documents in Spanish, but for the regulated texts. */
export const es: DocumentStrings = {
  loanDocuments: {
    loanNumber: 'Número de préstamo',
    mlaTitle: 'Para miembros de las Fuerzas Armadas y sus dependientes',
    mlaObligation: (count, payment) =>
      `Su obligación de pago: ${count} pagos mensuales de ${payment} (e).`,
    mlaObligationWithLast: (count, payment, last) =>
      `Su obligación de pago: ${count} pagos mensuales de ${payment} y un último pago de ${last} (e).`,
    promoTitle: 'Su promoción',
    agreementTitle: 'Contrato de préstamo',
    holderTitle: 'Aviso sobre sus derechos frente al vendedor',
    scoreTitle: 'Su puntaje de crédito y el precio del crédito',
    stateTitle: 'Aviso para su estado',
    inquiryTitle: 'Su informe de crédito',
    signatureTitle: 'Firma',
    signedBy: (name, at) => `Firmado electrónicamente por ${name} el ${at}.`,
  },
  tila: {
    title: 'Divulgaciones de la Ley de Veracidad en los Préstamos',
    revisedTitle: 'Divulgación revisada de Veracidad en los Préstamos',
    creditor: 'Acreedor',
    borrower: 'Prestatario',
    apr: 'Tasa de porcentaje anual (APR)',
    financeCharge: 'Cargo por financiamiento',
    amountFinanced: 'Monto financiado',
    totalOfPayments: 'Total de pagos',
    scheduleTitle: 'Su calendario de pagos',
    scheduleCount: 'Número de pagos',
    scheduleAmount: 'Monto de los pagos',
    scheduleDue: 'Cuándo vencen',
    scheduleMonthly: (date) => `Cada mes, a partir del ${date} (e)`,
    scheduleLast: (date) => `${date} (e)`,
    itemizationTitle: 'Desglose del monto financiado',
    itemGiven: (merchant) => `Monto que se pagará a ${merchant} en su nombre`,
    itemFee: 'Cargo por financiamiento pagado por adelantado (comisión de apertura)',
    itemPrincipal: 'Monto del préstamo',
    itemFinanced: 'Monto financiado',
  },
  chargeStatement: {
    title: (merchant) => `${merchant} pide un cargo`,
    kind: 'Tipo de cargo',
    kinds: {
      109: 'Primer cargo de su pedido',
      111: 'Cargo del proyecto',
      113: 'Cargo final',
    },
    description: 'Concepto',
    before: 'Disponible ahora',
    after: 'Disponible después de este cargo',
    finalNote: 'Después de pagar un cargo final no se pueden hacer más cargos en este préstamo.',
    expires: 'Responda a más tardar el',
  },
  merchantTerms: {
    title: 'Términos y condiciones para comercios',
  },
};
