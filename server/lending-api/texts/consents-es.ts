import { firstVersion, laterVersion, SAMPLE_MARK_ES, type TextEntry } from './text-entry.ts';

export const consentsEs: readonly TextEntry[] = [
  // FCRA 604(a)(2), 15 U.S.C. 1681b(a)(2): written instructions of the consumer.
  firstVersion(
    'soft_pull_authorization',
    SAMPLE_MARK_ES,
    'Autorizo a Sample Lending Bank (sandbox) (“el prestamista”), y a Soft Pull Checkout en su nombre, a obtener mi informe de crédito y mi puntaje de crédito de una o más agencias de informes del consumidor, y a verificar mi identidad con ellas.',
    'Al hacer clic en el botón que está inmediatamente debajo de este aviso, doy esta autorización como mis instrucciones por escrito conforme a la Ley de Informe Imparcial de Crédito (Fair Credit Reporting Act), 15 U.S.C. 1681b(a)(2).',
    'Mi perfil de crédito se consulta únicamente para precalificarme para el financiamiento que solicité: para saber si se me puede ofrecer un préstamo y en qué condiciones. El prestamista puede volver a usar este informe para esta solicitud durante un máximo de 30 días, por ejemplo, si cambio el monto.',
    'Esta es una consulta de crédito suave. No afecta mi puntaje de crédito.',
  ),
  // E-SIGN Act 101(c), 15 U.S.C. 7001(c).
  firstVersion(
    'esign_consent',
    ...esignConsent(
      'Cómo mantener sus datos al día. Avise al prestamista cuando cambie su correo electrónico o su número de teléfono, en el Portal de Pagos o por los mismos medios.',
    ),
  ),
  laterVersion(
    'esign_consent',
    '2026-11-21',
    ...esignConsent(
      'Cómo mantener sus datos al día. Avise al prestamista por los mismos medios cuando cambie su correo electrónico o su número de teléfono.',
    ),
  ),
  laterVersion(
    'esign_consent',
    '2026-12-01',
    SAMPLE_MARK_ES,
    'Consentimiento para documentos y firmas electrónicos',
    'Qué abarca. Usted acepta que Sample Lending Bank (sandbox) le entregue documentos en forma electrónica en lugar de en papel. Los documentos son todos los avisos, divulgaciones, contratos y estados de cuenta sobre esta solicitud y, si toma un préstamo, sobre ese préstamo. Su consentimiento abarca solamente esta transacción.',
    'Copias en papel. Puede recibir cualquiera de estos documentos en papel. Escriba a Sample Lending Bank (sandbox), 100 Sample Plaza, Columbus, OH 43215, o llame al 1-800-555-0142. Las copias en papel son gratuitas.',
    'Cómo retirar su consentimiento. Puede retirar este consentimiento en cualquier momento, sin costo. Escríbanos o llámenos de la misma manera. Si lo retira antes de aceptar un préstamo, esta solicitud en línea termina, porque solo se puede completar electrónicamente. Si lo retira después, su préstamo no cambia y le enviaremos en papel todos los documentos siguientes.',
    'Cómo mantener sus datos al día. Si cambia su correo electrónico o su número de teléfono, escríbanos o llámenos de la misma manera.',
    'Qué necesita. Necesita un dispositivo con un navegador web actualizado y acceso a internet, una cuenta de correo electrónico y una manera de guardar o imprimir páginas web o archivos PDF. Si esto cambia de modo que quizá ya no pueda abrir sus documentos, se lo diremos y le pediremos su consentimiento otra vez.',
    'Al marcar la casilla, usted da este consentimiento. También confirma que abrió y leyó este texto en el dispositivo que usa ahora y que puede guardarlo o imprimirlo. Esto demuestra que puede abrir los documentos en la forma en que se los entregaremos.',
  ),
  // GLBA, 12 CFR 1016, appendix: model privacy form.
  firstVersion(
    'privacy_notice',
    ...privacyNotice(
      '01/2026',
      'El comercio sabe si se le ofreció financiamiento y, si usted lo acepta, el monto y el estado del préstamo.',
    ),
  ),
  laterVersion(
    'privacy_notice',
    '2027-01-01',
    ...privacyNotice(
      '01/2027',
      'El comercio conoce su nombre y sus datos de contacto, si se le ofreció financiamiento, por cuánto y en qué términos, y, si usted lo acepta, el monto, los cargos y el estado del préstamo. La compañía que opera el pago en línea del comercio también conoce estos datos, y puede transmitirnos su solicitud.',
    ),
  ),
  // TCPA, 47 CFR 64.1200(a): prior express consent to informational messages.
  firstVersion(
    'sms_consent',
    SAMPLE_MARK_ES,
    'Acepto que Sample Lending Bank (sandbox) y sus proveedores de servicios envíen mensajes de texto, que pueden ser automáticos, sobre esta solicitud y este préstamo – como enlaces, pedidos para aprobar un cargo y avisos de estado – al número de teléfono que di. Sin publicidad. La frecuencia de los mensajes varía. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para dejar de recibirlos o HELP para obtener ayuda. No es una condición para obtener crédito ni para comprar nada.',
  ),
  laterVersion(
    'sms_consent',
    '2026-12-01',
    SAMPLE_MARK_ES,
    'Acepto que Sample Lending Bank (sandbox) y sus proveedores de servicios envíen mensajes de texto, que pueden ser automáticos, sobre esta solicitud y este préstamo – como enlaces, solicitudes para aprobar un cargo y avisos de estado – al número de teléfono que di. Sin publicidad. La frecuencia de los mensajes varía. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para dejar de recibirlos o HELP para obtener ayuda. No es una condición para obtener crédito ni para comprar nada.',
  ),
];

/** `keepingCurrent`: how a new address is told. */
function esignConsent(keepingCurrent: string): string[] {
  return [
    SAMPLE_MARK_ES,
    'Consentimiento para documentos y firmas electrónicos',
    'Qué abarca. Usted acepta que Sample Lending Bank (sandbox) le entregue en forma electrónica, en lugar de en papel, todos los avisos, divulgaciones, contratos y estados de cuenta sobre esta solicitud y, si toma un préstamo, sobre ese préstamo. Abarca solamente esta transacción.',
    'Copias en papel. Puede recibir cualquiera de estos documentos en papel. Escriba a Sample Lending Bank (sandbox), 100 Sample Plaza, Columbus, OH 43215, o llame al 1-800-555-0142. Las copias en papel son gratuitas.',
    'Cómo retirar su consentimiento. Puede retirar este consentimiento en cualquier momento, sin costo, por los mismos medios. Si lo retira antes de aceptar un préstamo, esta solicitud en línea termina, porque solo se puede completar electrónicamente. Si lo retira después, su préstamo sigue sin cambios y recibirá los documentos siguientes en papel.',
    keepingCurrent,
    'Qué necesita. Un dispositivo con un navegador web actualizado y acceso a internet, una cuenta de correo electrónico y una manera de guardar o imprimir páginas o archivos PDF. Si estos requisitos cambian de modo que usted ya no pudiera abrir sus documentos, se le informará y se le pedirá su consentimiento de nuevo.',
    'Al marcar la casilla usted da su consentimiento y confirma que abrió y leyó este texto en el dispositivo que usa ahora y que puede guardarlo o imprimirlo, lo que demuestra que puede abrir los documentos en la forma en que se le entregarán.',
  ];
}

/** `merchantLearns`: what the merchant's side is told. */
function privacyNotice(revision: string, merchantLearns: string): string[] {
  return [
    SAMPLE_MARK_ES,
    `DATOS: ¿Qué hace Sample Lending Bank (sandbox) con su información personal? (Rev. ${revision})`,
    '¿Por qué? Las compañías financieras eligen cómo comparten su información personal. La ley federal da a los consumidores el derecho de limitar parte de ese intercambio, pero no todo. La ley federal también nos exige informarle cómo recopilamos, compartimos y protegemos su información personal. Lea este aviso con atención para entender lo que hacemos.',
    '¿Qué? Los tipos de información personal que recopilamos y compartimos dependen del producto o servicio que tenga con nosotros. Esta información puede incluir su número de Seguro Social e ingresos, saldos de cuentas e historial de pagos, e historial y puntajes de crédito.',
    '¿Cómo? Todas las compañías financieras necesitan compartir la información personal de sus clientes para sus actividades diarias. Razones por las que podemos compartir su información personal: para nuestras actividades comerciales diarias – como procesar sus transacciones, mantener sus cuentas, responder a órdenes judiciales e investigaciones legales o informar a las agencias de crédito: sí, y usted no puede limitarlo. Para nuestro propio mercadeo, para el mercadeo conjunto con otras compañías financieras, para las actividades diarias de nuestras afiliadas y para que compañías no afiliadas le ofrezcan productos: no compartimos.',
    '¿Cómo protegemos su información personal? Para proteger su información personal del acceso y uso no autorizados, usamos medidas de seguridad que cumplen con la ley federal. Estas medidas incluyen protecciones informáticas y archivos y edificios protegidos.',
    `${merchantLearns} El comercio nunca conoce su número de Seguro Social, fecha de nacimiento, ingresos, puntaje de crédito ni los motivos de una decisión.`,
    '¿Preguntas? Llame al 1-800-555-0142 o escriba a Sample Lending Bank (sandbox), 100 Sample Plaza, Columbus, OH 43215.',
  ];
}
