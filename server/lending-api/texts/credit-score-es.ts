import { firstVersion, SAMPLE_MARK_ES, type TextEntry } from './text-entry.ts';

const knowScores =
  'Lo que debe saber sobre los puntajes de crédito: Su puntaje de crédito es un número que refleja la información de su informe de crédito. Su informe de crédito es un registro de su historial de crédito. Incluye información sobre si paga sus cuentas a tiempo y cuánto debe a sus acreedores. Su puntaje puede cambiar según cambie su historial de crédito.';

const checkReport = [
  '¿Qué pasa si hay errores en su informe de crédito? Tiene derecho a disputar cualquier información inexacta de su informe. Si encuentra errores, comuníquese con la agencia de informes del consumidor. Es buena idea revisar su informe para asegurarse de que la información sea exacta.',
  '¿Cómo puede obtener una copia de su informe de crédito? Según la ley federal, tiene derecho a una copia gratuita de su informe de cada una de las agencias nacionales de informes del consumidor una vez al año. Para pedir su informe anual gratuito: por teléfono, llame gratis al 1-877-322-8228; en la web, visite www.annualcreditreport.com; por correo, envíe el formulario de solicitud de informe anual completo a Annual Credit Report Request Service, P.O. Box 105281, Atlanta, GA 30348-5281.',
  '¿Cómo puede obtener más información? Para obtener más información sobre los informes de crédito y sus derechos según la ley federal, visite el sitio web de la Oficina para la Protección Financiera del Consumidor en www.consumerfinance.gov/learnmore.',
];

// Risk-based pricing rule, 12 CFR 1022.74 and appendix H.
export const creditScoreEs: readonly TextEntry[] = [
  firstVersion(
    'credit_score_disclosure_h4',
    SAMPLE_MARK_ES,
    'Sample Lending Bank (sandbox): Su puntaje de crédito y el precio que paga por el crédito',
    'Su puntaje de crédito: {score}. Fuente: {score_source}. Fecha: {score_date}.',
    knowScores,
    'Cómo usamos su puntaje de crédito: Su puntaje puede afectar si puede obtener un préstamo y cuánto tendrá que pagar por él.',
    'El rango de puntajes: Los puntajes van desde un mínimo de {score_low} hasta un máximo de {score_high}. En general, cuanto más alto sea su puntaje, más probable es que se le ofrezcan mejores condiciones de crédito.',
    'Cómo se compara su puntaje con el de otros consumidores: Su puntaje es más alto que el del {score_percentile} por ciento de los consumidores de EE. UU.',
    ...checkReport,
  ),
  firstVersion(
    'credit_score_disclosure_h5',
    SAMPLE_MARK_ES,
    'Sample Lending Bank (sandbox): Los puntajes de crédito y el precio que paga por el crédito',
    'Su puntaje de crédito no está disponible en {bureau_name}, que es una agencia de informes del consumidor, porque es posible que no tenga suficiente información sobre su historial de crédito para calcular un puntaje.',
    knowScores,
    'Por qué son importantes los puntajes de crédito: Los consumidores con puntajes más altos generalmente obtienen condiciones de crédito más favorables. No tener un puntaje puede afectar si puede obtener un préstamo y cuánto tendrá que pagar por él.',
    ...checkReport,
  ),
];
