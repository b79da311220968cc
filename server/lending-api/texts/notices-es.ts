import { firstVersion, laterVersion, SAMPLE_MARK_ES, type TextEntry } from './text-entry.ts';

export const noticesEs: readonly TextEntry[] = [
  // USA PATRIOT Act section 326, 31 CFR 1020.220(a)(5)(iii).
  firstVersion(
    'cip_notice',
    'INFORMACIÓN IMPORTANTE SOBRE LOS PROCEDIMIENTOS PARA ABRIR UNA CUENTA NUEVA',
    'Para ayudar al gobierno a combatir el financiamiento del terrorismo y el lavado de dinero, la ley federal exige que todas las instituciones financieras obtengan, verifiquen y registren información que identifique a cada persona que abre una cuenta.',
    'Qué significa para usted: cuando abra una cuenta, le pediremos su nombre, dirección, fecha de nacimiento y otra información que nos permita identificarle. También podemos pedirle ver su licencia de conducir u otros documentos de identidad.',
  ),
  // Regulation B, 12 CFR 1002.5(d)(2).
  firstVersion(
    'alimony_notice',
    'No es necesario revelar ingresos por pensión conyugal, manutención de hijos o manutención por separación si no desea que se consideren como base para pagar esta obligación.',
  ),
  firstVersion(
    'ssn_purpose',
    'Por qué lo pedimos: el prestamista usa su número de Seguro Social para verificar su identidad y solicitar su informe de crédito. Se guarda cifrado y el comercio nunca lo ve.',
  ),
  firstVersion(
    'soft_inquiry_line',
    'Ver sus ofertas es una consulta de crédito suave y no afecta su puntaje de crédito.',
  ),
  firstVersion(
    'credit_approval_line',
    'Préstamos otorgados por Sample Lending Bank (sandbox), NMLS ID 000000. Sujeto a aprobación de crédito. MUESTRA – NO USAR EN PRODUCCIÓN (SAMPLE – NOT FOR PRODUCTION USE).',
  ),
  firstVersion(
    'offer_not_final_line',
    'Una oferta no es definitiva hasta que usted acepte las condiciones del prestamista. No se cobra nada al elegir una.',
  ),
  laterVersion(
    'offer_not_final_line',
    '2027-01-01',
    'Una oferta no es definitiva hasta que usted acepte los términos del prestamista. No se cobra nada al elegir una.',
  ),
  firstVersion(
    'hard_inquiry_line',
    'Si acepta esta oferta, el prestamista hará una consulta de crédito formal, que puede afectar su puntaje de crédito.',
  ),
  laterVersion(
    'hard_inquiry_line',
    '2026-12-01',
    'Si acepta esta oferta, el prestamista hará una consulta de crédito dura (hard inquiry), que puede afectar su puntaje de crédito.',
  ),
  // Military Lending Act, 32 CFR 232.6(c)(3).
  firstVersion(
    'mla_statement',
    'La ley federal ofrece protecciones importantes a los miembros de las Fuerzas Armadas y a sus dependientes en relación con el crédito al consumidor. En general, el costo del crédito al consumidor para un miembro de las Fuerzas Armadas y su dependiente no puede exceder una tasa de porcentaje anual del 36 por ciento. Esta tasa debe incluir, según corresponda a la transacción o cuenta de crédito: los costos de las primas de seguro de crédito; los cargos por productos accesorios vendidos en relación con la transacción de crédito; cualquier cargo de solicitud (excepto ciertos cargos de solicitud para determinadas transacciones o cuentas de crédito); y cualquier cargo de participación (excepto ciertos cargos de participación de una cuenta de tarjeta de crédito).',
    'Para escuchar esta declaración y una descripción de su obligación de pago, llame gratis al 1-800-555-0142.',
  ),
  // Ohio Revised Code 4112.021.
  firstVersion(
    'state_notice_oh',
    'Residentes de Ohio: Las leyes de Ohio contra la discriminación exigen que todos los acreedores ofrezcan crédito por igual a todos los clientes solventes, y que las agencias de informes de crédito mantengan historiales de crédito separados de cada persona que lo solicite. La Comisión de Derechos Civiles de Ohio vela por el cumplimiento de esta ley.',
  ),
  // Wisconsin Statutes 766.56(2).
  firstVersion(
    'state_notice_wi',
    'Residentes de Wisconsin: Ninguna disposición de un acuerdo de bienes conyugales, de una declaración unilateral conforme a la sección 766.59 de los Estatutos de Wisconsin o de una orden judicial conforme a la sección 766.70 afecta negativamente el interés del acreedor, a menos que este, antes de otorgar el crédito, reciba una copia del acuerdo, la declaración o la orden, o conozca de hecho la disposición adversa cuando se contrae la obligación.',
  ),
  // California Civil Code 1812.30.
  firstVersion(
    'state_notice_ca',
    'Residentes de California: Un solicitante casado puede solicitar una cuenta por separado.',
  ),
  laterVersion(
    'state_notice_ca',
    '2027-01-01',
    'Residentes de California: Una persona casada que presente una solicitud puede pedir una cuenta por separado.',
  ),
  // New York General Business Law 380-b.
  firstVersion(
    'state_notice_ny',
    'Residentes de Nueva York: Se puede solicitar un informe de crédito del consumidor en relación con esta solicitud. Si usted lo pide, se le informará si se solicitó o no un informe y, si se solicitó, el nombre y la dirección de la agencia que lo proporcionó. Si se otorga el crédito, se pueden solicitar o usar otros informes en relación con una actualización, renovación o extensión del crédito.',
  ),
  // Wisconsin Statutes 766.56(3)(b).
  firstVersion(
    'wi_spouse_notice',
    SAMPLE_MARK_ES,
    '{date}',
    'Al cónyuge de {applicant_name}:',
    'Sample Lending Bank (sandbox), 100 Sample Plaza, Columbus, OH 43215, ha otorgado un crédito de hasta {credit_limit} a su cónyuge con el número de préstamo {loan_number}. Este aviso se da conforme a la sección 766.56(3)(b) de los Estatutos de Wisconsin.',
  ),
];
