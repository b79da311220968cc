import type { PageStrings } from '../en.ts';

/** The application of an invited consumer. */
export const application: Pick<PageStrings, 'apply'> = {
  apply: {
    startTitle: (merchant) => `Vea sus opciones de financiamiento para su compra en ${merchant}`,
    startLede: (merchant, lender) =>
      `${merchant} le invitó a presentar una solicitud con ${lender}. Toma unos tres minutos.`,
    startNeedTitle: 'Lo que va a necesitar',
    startNeed: [
      'Su dirección, fecha de nacimiento y número de Seguro Social',
      'Su ingreso anual antes de impuestos y lo que paga por su vivienda',
      'Un momento para leer los avisos. Puede guardar o imprimir cada uno',
    ],
    start: 'Comenzar',
    withdraw: 'No quiero presentar una solicitud',
    askWithdraw: {
      title: '¿Quiere terminar esta invitación?',
      text: (merchant) =>
        `Le diremos a ${merchant} que usted no quiere presentar una solicitud. Para presentarla más adelante necesitará una invitación nueva.`,
      confirm: 'Sí, terminarla',
      back: 'Volver a la invitación',
    },
    progress: (part, parts) => `Paso ${part} de ${parts}`,
    steps: {
      contact: 'Usted y el monto',
      consents: 'Documentos electrónicos y privacidad',
      home: 'Fecha de nacimiento y vivienda',
      income: 'Ingresos e identidad',
      authorize: 'Su autorización',
    },
    next: 'Continuar',
    back: 'Atrás',
    optional: 'opcional',
    choose: 'Elija una opción',
    save: 'Imprimir o guardar este texto',
    textTitles: {
      esign_consent: 'Declaración sobre documentos electrónicos',
      privacy_notice: 'Aviso de privacidad',
      sms_consent: 'Mensajes de texto',
    },
    fields: {
      requested_amount: {
        label: 'Monto a financiar',
        hint: 'En dólares, de 500 a 100,000',
        missing: 'Escriba el monto que quiere financiar',
      },
      purchase_description: {
        label: 'Qué va a comprar',
        hint: 'En pocas palabras',
        missing: 'Escriba qué va a comprar',
      },
      first_name: { label: 'Nombre', hint: '', missing: 'Escriba su nombre' },
      middle_name: { label: 'Segundo nombre', hint: '', missing: 'Escriba su segundo nombre' },
      last_name: {
        label: 'Apellido o apellidos',
        hint: '',
        missing: 'Escriba su apellido o apellidos',
      },
      suffix: { label: 'Sufijo', hint: 'Como Jr. o III', missing: 'Escriba su sufijo' },
      email: {
        label: 'Correo electrónico',
        hint: 'Aquí llegan sus documentos y avisos',
        missing: 'Escriba su correo electrónico',
      },
      phone: { label: 'Teléfono celular', hint: '', missing: 'Escriba su teléfono celular' },
      esign_consent: {
        label: 'Leí esta declaración. Acepto recibir mis documentos en forma electrónica',
        hint: '',
        missing: 'Marque la casilla para recibir sus documentos en forma electrónica',
      },
      privacy_notice_ack: {
        label: 'Leí el aviso de privacidad',
        hint: '',
        missing: 'Marque la casilla cuando haya leído el aviso de privacidad',
      },
      sms_consent: {
        label: 'Envíenme mensajes de texto sobre esta solicitud y mi préstamo',
        hint: 'Opcional. Sus ofertas no dependen de esto.',
        missing: 'Marque la casilla para recibir mensajes de texto',
      },
      date_of_birth: {
        label: 'Fecha de nacimiento',
        hint: 'MM/DD/AAAA',
        missing: 'Escriba su fecha de nacimiento',
      },
      address_1: {
        label: 'Dirección',
        hint: 'Donde vive; no un apartado postal',
        missing: 'Escriba su dirección',
      },
      address_2: {
        label: 'Apartamento o unidad',
        hint: '',
        missing: 'Escriba su apartamento o unidad',
      },
      city: { label: 'Ciudad', hint: '', missing: 'Escriba su ciudad' },
      state: { label: 'Estado', hint: '', missing: 'Elija su estado' },
      zip_code: { label: 'Código postal', hint: '', missing: 'Escriba su código postal' },
      housing_status: {
        label: '¿Su vivienda es propia o alquilada?',
        hint: '',
        missing: 'Elija propia, alquilada u otra',
      },
      monthly_housing_payment: {
        label: 'Pago mensual de vivienda',
        hint: 'Alquiler o hipoteca; 0 si no paga',
        missing: 'Escriba su pago mensual de vivienda, o 0',
      },
      employment_status: {
        label: 'Situación de empleo',
        hint: '',
        missing: 'Elija su situación de empleo',
      },
      employer_name: { label: 'Empleador', hint: '', missing: 'Escriba el nombre de su empleador' },
      annual_income: {
        label: 'Ingreso anual',
        hint: 'El total antes de impuestos',
        missing: 'Escriba su ingreso anual antes de impuestos',
      },
      ssn: {
        label: 'Número de Seguro Social',
        hint: 'Nueve dígitos',
        missing: 'Escriba su número de Seguro Social',
      },
    },
    ssnKept: (last4) =>
      `Tenemos el número que termina en ${last4}. Deje este campo vacío para conservarlo.`,
    housing: { own: 'Propia', rent: 'Alquilada', other: 'Otra' },
    employment: {
      employed: 'Con empleo',
      self_employed: 'Por cuenta propia',
      retired: 'Jubilado(a)',
      unemployed: 'Sin empleo',
      student: 'Estudiante',
      other: 'Otra',
    },
    invalid: {
      requested_amount: 'Escriba un monto de 500 a 100,000 dólares, como 8,400',
      email: 'Escriba un correo como nombre@example.com',
      phone: 'Escriba un teléfono de EE. UU. con código de área, como (555) 555-0123',
      date_of_birth: 'Escriba una fecha real como mes, día, año; por ejemplo 04/28/1986',
      address_1: 'Escriba la dirección donde vive, no un apartado postal',
      zip_code: 'Escriba un código postal de cinco dígitos, como 45402',
      monthly_housing_payment: 'Escriba un monto en dólares, como 1,250.00',
      annual_income: 'Escriba un monto en dólares mayor que cero, como 84,000',
      ssn: 'Escriba los nueve dígitos de su número de Seguro Social',
      other:
        'Revise esta respuesta. Es demasiado larga, tiene signos que aquí no se pueden usar o le falta un espacio después de un punto',
    },
    ssnRefused: 'Este número no se puede usar aquí. Revíselo, por favor',
    shortYear: 'Escriba el año con cuatro dígitos; por ejemplo 04/28/1986',
    underAge: 'Para presentar la solicitud debe tener la edad legal en su estado',
    agree: 'Acepto: consultar mis ofertas',
    authorizeLede: 'Lea este texto y acepte justo debajo.',
    keptFor: (minutes) => `Después de cada paso, guardamos sus respuestas por ${minutes} minutos.`,
    draftOver: (minutes) =>
      `Ya no tenemos lo que escribió. Han pasado más de ${minutes} minutos desde su último paso o se borró en este dispositivo. No se envió nada. Escríbalo de nuevo, por favor.`,
    changed: 'El texto cambió desde que abrió esta página. Léalo de nuevo, por favor.',
    inWorkTitle: 'Estamos revisando su solicitud',
    inWork:
      'Por lo general tarda menos de 30 segundos. Compruebe de nuevo en un momento. No se pierde nada y su crédito no se consulta dos veces.',
    checkAgain: 'Comprobar de nuevo',
    notDecidedTitle: 'Todavía no hay una decisión',
    notDecided:
      'No pudimos consultar su crédito en este momento, así que no se decidió nada. Sus respuestas quedan guardadas por 30 minutos. Puede intentarlo de nuevo sin riesgo.',
    askedTooOften:
      'Consultamos el crédito de una persona tres veces en 24 horas como máximo, y el suyo ya lo consultamos tres veces. No se decidió nada. Vuelva a presentar su solicitud en 24 horas, por favor.',
    tryAgain: 'Intentar de nuevo',
    offersTitle: (count) => (count === 1 ? 'Tiene una oferta' : `Tiene ${count} ofertas`),
    offersLede: (amount, count) =>
      count === 1 ? `Por ${amount}.` : `Por ${amount}, primero la de menor costo total.`,
    otherOffersLede: (amount, count) =>
      `Usted pidió ${amount}.${count === 1 ? '' : ' Primero la de menor costo total.'}`,
    until: (time) => `Disponible hasta el ${time}.`,
    aprLong: 'Tasa de porcentaje anual',
    apr: 'APR',
    perMonth: 'al mes',
    payments: (count) => `${count} pagos mensuales`,
    lastPayment: 'Último pago',
    amountFinanced: 'Monto financiado',
    financeCharge: 'Cargo por financiamiento',
    total: 'Total de pagos',
    rate: 'Tasa de interés',
    originationFee: 'Comisión de apertura',
    firstPayment: 'Primer pago (estimado)',
    counterOffer: 'Monto menor',
    counterOfferText: (approved, requested) =>
      `Esta oferta es por ${approved}. Usted pidió ${requested}.`,
    promoPayoff: (months, amount) =>
      `Para no deber intereses, pague ${amount} en un plazo de ${months} meses.`,
    current: 'Elegida antes',
    chooseOffer: (product, apr) => `Elegir ${product}, APR de ${apr}%`,
    noHardInquiry: 'Elegir una oferta no afecta su puntaje de crédito.',
    offeredBy: (name, nmlsId) => `Ofrecida por ${name}, NMLS ID ${nmlsId}.`,
    afterwards:
      'En la página siguiente lee los términos y allí los acepta o los rechaza. Hasta que acepte, puede volver aquí.',
    noOffersTitle: 'En este momento no podemos ofrecerle financiamiento',
    noOffers: 'Le llega por correo electrónico un aviso que explica el motivo.',
    noticeSent: 'Le enviamos un aviso que explica el motivo.',
    paper: (phone) => `Para recibir el aviso también en papel, llame al ${phone}.`,
    identityLede: (merchant) =>
      `Necesitamos saber que es usted antes de mostrar su solicitud de financiamiento en ${merchant}. Escriba los últimos cuatro dígitos de su número de Seguro Social.`,
    notYetTitle: 'Esta invitación es para un día posterior',
    notYet: (day) => `Podrá abrirla el ${day} o después.`,
    unavailableTitle: 'Por ahora no puede presentar una solicitud',
    unavailable: (merchant) =>
      `Por ahora no podemos recibir solicitudes para compras en ${merchant}. No se decidió nada. Inténtelo más tarde, por favor.`,
    cancelledTitle: 'Esta solicitud fue cancelada',
    cancelled: 'No debe nada.',
    withdrawnTitle: 'Esta invitación terminó',
    withdrawn: (merchant) =>
      `No debe nada. Si después quiere presentar una solicitud, pida a ${merchant} una invitación nueva.`,
    expiredTitle: 'Esta invitación venció',
    expired: (merchant) => `No debe nada. Pida a ${merchant} una invitación nueva.`,
    acceptedTitle: 'Aceptó su préstamo',
    accepted: 'Le enviamos su número de préstamo y sus documentos.',
  },
};
