import { firstVersion, laterVersion, SAMPLE_MARK_ES, type TextEntry } from './text-entry.ts';

const rightsInReport =
  'La agencia no participó en nuestra decisión y no puede darle los motivos específicos por los que le negamos el crédito. Según la Ley de Informe Imparcial de Crédito, usted tiene derecho a conocer la información de su expediente de crédito en la agencia de informes del consumidor. También tiene derecho a una copia gratuita de su informe de la agencia si la solicita a más tardar 60 días después de recibir este aviso. Además, si encuentra que alguna información del informe es inexacta o incompleta, tiene derecho a disputarla con la agencia.';

const usedReport =
  'Nuestra decisión de crédito se basó total o parcialmente en información de un informe de la agencia de informes del consumidor indicada a continuación: {bureau_name}, {bureau_address}, teléfono gratuito {bureau_phone}.';

// Regulation B, 12 CFR 1002.9 and appendix C; FCRA 615(a), 15 U.S.C. 1681m(a).
export const adverseActionEs: readonly TextEntry[] = [
  firstVersion('adverse_action_notice', ...adverseActionNotice('Estimado/a')),
  laterVersion('adverse_action_notice', '2026-12-01', ...adverseActionNotice('Estimado(a)')),
  firstVersion('counter_offer_notice', ...counterOfferNotice('Estimado/a')),
  laterVersion('counter_offer_notice', '2026-12-01', ...counterOfferNotice('Estimado(a)')),
  firstVersion(
    'report_used_with_score',
    usedReport,
    rightsInReport,
    'También obtuvimos su puntaje de crédito de esta agencia y lo usamos en nuestra decisión. Su puntaje de crédito es un número que refleja la información de su informe de crédito. Su puntaje puede cambiar según cambie la información de su informe.',
    'Su puntaje de crédito: {score}. Fecha: {score_date}. Los puntajes van desde un mínimo de {score_low} hasta un máximo de {score_high}. Factores principales que afectaron negativamente su puntaje:',
    '{key_factors}',
    'Si tiene preguntas sobre su puntaje de crédito, comuníquese con {bureau_name}, {bureau_address}, teléfono gratuito {bureau_phone}.',
  ),
  firstVersion(
    'report_used_without_score',
    usedReport,
    rightsInReport,
    'No hubo un puntaje de crédito disponible ni se usó en nuestra decisión.',
  ),
  firstVersion(
    'report_used_score_not_used',
    usedReport,
    rightsInReport,
    'El informe incluía un puntaje de crédito. Ese puntaje no se usó en nuestra decisión de crédito.',
  ),
  firstVersion(
    'report_not_used',
    'Nuestra decisión de crédito no se basó en información de un informe de una agencia de informes del consumidor.',
  ),
  // Regulation B, 12 CFR 1002.9(b)(1).
  firstVersion(
    'ecoa_notice',
    'AVISO: La Ley federal de Igualdad de Oportunidades de Crédito prohíbe a los acreedores discriminar a los solicitantes de crédito por motivos de raza, color, religión, origen nacional, sexo, estado civil o edad (siempre que el solicitante tenga capacidad para celebrar un contrato vinculante); porque todo o parte del ingreso del solicitante provenga de un programa de asistencia pública; o porque el solicitante haya ejercido de buena fe algún derecho conforme a la Ley de Protección del Crédito al Consumidor. La agencia federal que vela por el cumplimiento de esta ley respecto de este acreedor es {agency_name}, {agency_address}.',
  ),
];

function adverseActionNotice(greeting: string): string[] {
  return [
    SAMPLE_MARK_ES,
    'Aviso de denegación de crédito, {date}',
    'Solicitante: {applicant_name}. Solicitud: {loan_number}. Crédito solicitado: {requested_amount}.',
    `${greeting} {applicant_name}: Gracias por su solicitud. Lamentamos no poder ofrecerle crédito en este momento. Los motivos principales de nuestra decisión son:`,
    '{reasons}',
    '{report_block}',
    '{ecoa_notice}',
    'Acreedor: {lender_name}, {lender_address}, {lender_phone}. Puede pedir este aviso en papel, sin costo.',
  ];
}

function counterOfferNotice(greeting: string): string[] {
  return [
    SAMPLE_MARK_ES,
    'Aviso de decisión y contraoferta, {date}',
    `${greeting} {applicant_name}: Gracias por su solicitud {loan_number}. No podemos ofrecerle crédito en las condiciones que solicitó, {requested_amount}, por los siguientes motivos:`,
    '{reasons}',
    'Sin embargo, podemos ofrecerle crédito en estas condiciones: un préstamo de hasta {approved_amount}, como en las ofertas mostradas con su solicitud. Si esta oferta le conviene, acéptela allí a más tardar el {offers_expire_date}.',
    '{report_block}',
    '{ecoa_notice}',
    'Acreedor: {lender_name}, {lender_address}, {lender_phone}. Puede pedir este aviso en papel, sin costo.',
  ];
}
