import type { PageStrings } from '../en.ts';

/** What merchants see: onboarding, the documents of a loan, and monthly statements. */
export const merchant: Pick<PageStrings, 'onboarding' | 'sponsorDocument' | 'statement'> = {
  onboarding: {
    startTitle: 'Configure el financiamiento para su negocio',
    startLede: (lender) =>
      `${lender} le invitó a ofrecer financiamiento a sus clientes. Toma unos tres minutos.`,
    steps: [
      'Confirme su teléfono celular con un código',
      'Revise los datos de su negocio',
      'Lea y acepte los términos y condiciones',
    ],
    sendLede:
      'Enviaremos por mensaje de texto un código de seis dígitos al teléfono celular del administrador invitado. Pueden aplicarse tarifas de mensajes y datos.',
    send: 'Envíenme el código',
    wrongPhone: (lender, phone) =>
      `¿No recibió el mensaje o tiene otro número? Llame a ${lender} al ${phone} y lo corregiremos.`,
    codeTitle: 'Escriba el código que le enviamos',
    codeLede:
      'Enviamos un mensaje de texto con un código de seis dígitos al teléfono celular del administrador invitado.',
    sendAgain: 'Enviar un código nuevo',
    codeOver: 'Ese código ya no funciona. Pida uno nuevo.',
    unreachable: 'No pudimos enviar un mensaje de texto a este número. Llámenos, por favor.',
    reviewTitle: 'Revise sus datos y acepte los términos',
    reviewLede: 'Esta es la información que tenemos de su negocio.',
    detailsTitle: 'Su negocio',
    businessName: 'Nombre del negocio',
    address: 'Dirección del negocio',
    businessPhone: 'Teléfono del negocio',
    adminTitle: 'Usted, primer usuario administrador',
    name: 'Nombre',
    email: 'Correo electrónico',
    mobile: 'Teléfono celular',
    wrongDetails: (lender, phone) =>
      `¿Hay algún error? No acepte todavía: llame a ${lender} al ${phone}.`,
    changed:
      'Los términos y condiciones cambiaron desde que abrió esta página. Léalos de nuevo, por favor.',
    signTitle: 'Acepte',
    nameLabel: 'Escriba su nombre completo para firmar',
    nameHint: 'Como firmaría en papel.',
    agreeText:
      'Leí los términos y condiciones para comercios y los acepto en nombre de mi negocio.',
    agree: 'Acepto los términos y condiciones',
    accept: 'Aceptar y terminar',
    missingName: 'Escriba su nombre completo para firmar',
    missingAgree: 'Marque la casilla para aceptar los términos y condiciones',
    save: 'Imprimir o guardar estos términos',
    documentsTitle: 'Su copia de los términos',
    activeTitle: 'Ya puede ofrecer financiamiento',
    active: (merchant) =>
      `La configuración de ${merchant} está lista. El paso siguiente es elegir sus productos de financiamiento y agregar una cuenta bancaria.`,
    reviewingTitle: 'Gracias: estamos revisando su negocio',
    reviewing: 'No tiene que hacer nada más aquí. Le avisaremos cuando termine la revisión.',
    declinedTitle: 'No podemos ofrecer financiamiento a través de su negocio',
    declined: 'Revisamos su solicitud y no fue aprobada. Llámenos si tiene preguntas.',
    holdTitle: 'Su cuenta está en pausa',
    hold: 'Terminó la configuración, pero la cuenta está en pausa. Llámenos, por favor.',
    closedTitle: 'Esta cuenta está cerrada',
    closed: 'Su negocio ya no ofrece financiamiento con nosotros. Llámenos si tiene preguntas.',
    expiredTitle: 'Esta invitación venció',
    expired:
      'Las invitaciones funcionan durante 7 días. Para recibir una nueva, pídala a quien le invitó o llámenos.',
  },
  sponsorDocument: { title: 'Documento del préstamo' },
  statement: {
    title: 'Estado de cuenta',
    merchant: 'Comercio',
    period: 'Período',
    periodText: (first, last) => `del ${first} al ${last}`,
    status: 'Estado',
    open: (day) => `Abierto: los montos pueden cambiar hasta que se emita el ${day}`,
    issued: (day) => `Emitido el ${day}`,
    currency:
      'Todos los montos están en dólares estadounidenses. Los días y meses son los de la hora de Nueva York.',
    ownOnly: 'Aquí solo aparecen sus propios clientes.',
    totalsTitle: 'Totales',
    charges: 'Cargos a los consumidores',
    refunds: 'Reembolsos a los consumidores y cargos devueltos',
    fees: 'Comisiones a cargo del comercio',
    feeCredits: 'Comisiones reembolsadas al comercio',
    net: 'Neto para el comercio',
    linesTitle: 'Transacciones',
    none: 'No se liquidó nada en este período.',
    settled: 'Liquidado',
    loanNumber: 'Número de préstamo',
    transaction: 'Transacción',
    amount: 'Monto',
    fee: 'Comisión',
    netOfLine: 'Neto',
    transactions: {
      109: 'Cargo inicial',
      111: 'Cargo del proyecto',
      113: 'Cargo final',
      115: 'Reembolso',
    },
    returned: (transaction) => `${transaction}, devuelto`,
  },
};
