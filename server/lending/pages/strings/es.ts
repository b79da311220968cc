import type { PageStrings } from './en.ts';

/** The hosted pages in Spanish, page by page. What a document says is in `documents/strings/`. */
export const es: PageStrings = {
  common: {
    sandbox:
      'Entorno de pruebas: prestamista y dinero ficticios. Nunca escriba datos personales reales.',
    skip: 'Ir al contenido',
    errorTitle: 'Hay un problema',
    errorPrefix: 'Error:',
    returnTo: (merchant) => `Volver a ${merchant}`,
    contact: (lender, phone) => `¿Preguntas? Llame a ${lender} al ${phone}.`,
    nmls: (id) => `NMLS ID ${id}`,
  },
  link: {
    unknownTitle: 'Este enlace no funciona',
    unknown:
      'Compruebe que copió el enlace completo o ábralo de nuevo desde el mensaje o la página de donde vino.',
    replacedTitle: 'Este enlace fue reemplazado',
    replaced: {
      invitation:
        'Se creó un enlace más reciente para usted. Vuelva al comercio y continúe desde allí.',
      terms: 'Se creó un enlace más reciente para usted. Vuelva al comercio y continúe desde allí.',
      charge: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
      portal: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
      preferences: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
    },
    expiredTitle: 'Este enlace venció',
    expired:
      'Los enlaces funcionan por tiempo limitado para proteger su información. Continúe con el último correo electrónico que le enviamos o vuelva al comercio para obtener un enlace nuevo.',
    nothingLeftTitle: 'Aquí no queda nada por hacer',
    nothingLeft:
      'Si desea saber más, consulte los correos electrónicos que le enviamos, pregunte al comercio o llámenos.',
    lockedTitle: 'Este enlace está bloqueado',
    locked:
      'Las respuestas no coincidieron demasiadas veces, así que este enlace ya no acepta ninguna. Los enlaces que le enviamos por correo electrónico sí.',
    dayLockedTitle: 'Bloqueado hasta mañana',
    dayLocked:
      'Las respuestas no coincidieron demasiadas veces hoy. Para protegerle, aquí no se puede confirmar nada hasta mañana: vuelva a probar este enlace entonces. Le enviamos un correo electrónico al respecto.',
    bothLocked:
      'Las respuestas no coincidieron demasiadas veces. Para protegerle, este enlace ya no acepta ninguna, y ningún otro lo hará hasta mañana.',
    mailed: {
      already_sent: 'Le enviamos un enlace nuevo por correo electrónico: úselo para continuar.',
      none: 'Para continuar, pida que le enviemos un enlace nuevo por correo electrónico.',
      too_many:
        'Ya le enviamos todos los enlaces que podemos enviar en un día. Inténtelo mañana o llámenos.',
    },
    mailAgain:
      'Ya tiene un enlace nuevo en su correo electrónico. Búsquelo también en la carpeta de correo no deseado o llámenos.',
    mailButton: 'Enviarme un enlace nuevo',
  },
  failure: {
    undoneTitle: 'No fue posible en este momento',
    undone: 'No se cambió nada. Espere un momento e inténtelo de nuevo.',
    unknownTitle: 'Algo salió mal',
    unknown:
      'Es posible que se haya completado de todos modos. Abra su enlace otra vez para ver qué ocurrió antes de volver a intentarlo.',
  },
  identity: {
    title: 'Confirme que es usted',
    lede: (merchant) =>
      `Antes de mostrarle su préstamo para ${merchant}, escriba los últimos cuatro dígitos del número de Seguro Social de su solicitud.`,
    label: 'Últimos cuatro dígitos de su número de Seguro Social',
    hint: 'Cuatro dígitos. Nunca los enviamos en un mensaje ni los mostramos al comercio.',
    button: 'Continuar',
    missing: 'Escriba los últimos cuatro dígitos de su número de Seguro Social',
    wrong: (left) =>
      left === 1
        ? 'No coincide con los datos de su solicitud. Le queda 1 intento'
        : `No coincide con los datos de su solicitud. Le quedan ${left} intentos`,
  },
  stepUp: {
    title: 'Escriba el código que le enviamos',
    lede: (phone) =>
      `Para protegerle enviamos un mensaje de texto con un código de seis dígitos al número de teléfono que termina en ${phone}.`,
    ledeEmail: (email) =>
      `Para protegerle enviamos un correo electrónico con un código de seis dígitos a ${email}.`,
    label: 'Código de seis dígitos',
    hint: 'Puede tardar un minuto en llegar y vale durante 10 minutos.',
    sandboxHint: 'En el entorno de pruebas, 123456 es correcto y 000000 falla.',
    button: 'Confirmar',
    sendAgain: 'Enviar un código nuevo',
    sentAgain: 'Enviamos un código nuevo. Solo vale el último.',
    over: 'El código que enviamos ya no vale. Pida uno nuevo.',
    tooMany:
      'Ya enviamos todos los códigos que podemos enviar en un día. Inténtelo mañana o llámenos.',
    missing: 'Escriba los seis dígitos del código',
    wrong: (left) =>
      left === 1
        ? 'Ese no es el código. Le queda 1 intento'
        : `Ese no es el código. Le quedan ${left} intentos`,
  },
  state: {
    offerExpiredTitle: 'Esta oferta venció',
    offerExpired: 'No se firmó nada y no debe nada. Puede buscar nuevas ofertas en el comercio.',
    declinedTitle: 'No podemos ofrecerle este préstamo',
    declined:
      'Le enviaremos un aviso con la explicación a la dirección de correo electrónico que dio. También puede tenerlo en papel.',
    cancelledTitle: 'Este préstamo fue cancelado',
    cancelled:
      'No debe nada por él y ya no se le puede hacer ningún cargo. Puede empezar de nuevo en el comercio.',
    reviewTitle: 'Todavía estamos revisando',
    review:
      'Una persona está revisando su solicitud. Le enviaremos un correo electrónico en cuanto haya una decisión.',
    suspendedTitle: 'Este préstamo está en pausa',
    suspended: 'Por el momento no se pueden hacer cargos. Llámenos para saber más.',
  },
  terms: {
    title: 'Revise y acepte su préstamo',
    lede: (merchant) =>
      `Un préstamo nuestro para su compra en ${merchant}. Léalo con calma: no firma nada hasta que acepte al final de esta página.`,
    changed: 'Las cifras se actualizaron desde que abrió esta página. Revíselas y acepte de nuevo.',
    upTo: 'Puede pedir prestado hasta',
    monthly: 'Pago mensual (e)',
    payments: (count) => `${count} pagos`,
    rate: 'APR (tasa anual)',
    onThisPage: 'En esta página',
    save: 'Imprimir o guardar estos documentos',
    signTitle: 'Acepte o rechace',
    nameLabel: 'Escriba su nombre completo para firmar',
    nameHint: 'Como firmaría en papel.',
    agreeLabel: 'Acepto',
    accept: 'Aceptar el préstamo',
    decline: 'Rechazar',
    missingName: 'Escriba su nombre completo para firmar',
    missingAgree: 'Marque “Acepto” para aceptar el préstamo',
    missingHardPull: 'Marque la casilla sobre la consulta formal para aceptar el préstamo',
  },
  spouse: {
    title: 'Para residentes de Wisconsin',
    why: 'La ley de Wisconsin nos obliga a informar al cónyuge de un préstamo como este. Lo preguntamos ahora que su préstamo está aprobado: su respuesta no influye en la decisión.',
    question: '¿Está casado o casada?',
    yes: 'Sí',
    no: 'No, o con separación legal',
    name: 'Nombre completo de su cónyuge',
    nameHint:
      'Solo si está casado o casada. Enviamos por correo a su cónyuge un aviso de este préstamo.',
    address: 'Dirección postal de su cónyuge',
    addressHint: 'Solo si no es la suya: calle, ciudad, estado y código postal.',
    missing: 'Responda si está casado o casada',
    missingName: 'Escriba el nombre completo de su cónyuge',
  },
  decline: {
    title: '¿Rechazar este préstamo?',
    text: 'No se firmará nada y no deberá nada. Para pedir un préstamo más adelante tendría que hacer otra solicitud.',
    confirm: 'Sí, rechazar',
    back: 'Volver al préstamo',
    doneTitle: 'Usted rechazó este préstamo',
    done: 'No se firmó nada y no debe nada. Informamos al comercio que no usará este préstamo.',
  },
  accepted: {
    title: 'Su préstamo está listo',
    lede: (email) => `Gracias. Una copia de todo lo que firmó va en camino a ${email}.`,
    usedTitle: 'Usted aceptó este préstamo',
    copySent: (email) =>
      `Le enviamos una copia de todo lo que firmó por correo electrónico a ${email}.`,
    portalTitle: 'Siguiente paso: configure su Portal de Pagos',
    portal: 'El comercio solo puede pedir un cargo cuando su cuenta del portal esté activa.',
    portalButton: 'Configurar mi Portal de Pagos',
    portalActive: 'Su cuenta del Portal de Pagos está activa.',
    portalLocked:
      'Su cuenta del Portal de Pagos está bloqueada, porque los datos no coincidieron demasiadas veces. Mientras tanto no se puede pedir ningún cargo. Entre para desbloquearla.',
    keepNumber:
      'Guarde este número: lo necesita para aprobar cargos y para entrar en su Portal de Pagos.',
    keepNumberToSignIn: 'Guarde este número: lo necesita para entrar en su Portal de Pagos.',
    whatNextTitle: 'Qué sigue',
    whatNext:
      'Cuando el comercio pida un cargo, le enviaremos un mensaje de texto y un correo electrónico con un enlace. No se cobra nada hasta que usted lo apruebe allí.',
    whatNextByEmail:
      'Cuando el comercio pida un cargo, le enviaremos un correo electrónico con un enlace. No se cobra nada hasta que usted lo apruebe allí.',
    documents: 'Imprimir o guardar lo que firmó',
  },
  portal: {
    title: 'Configure su Portal de Pagos',
    autopayTitle: 'Pagos automáticos',
    autopay: 'Envíenme por correo electrónico cómo activar el pago automático',
    button: 'Activar mi cuenta',
    overTitle: 'El plazo para usar este préstamo terminó',
    over: (day) =>
      `Se pudo usar hasta el ${day}. Ya no se le puede hacer ningún cargo, así que no hay ninguna cuenta que configurar. Sus documentos están en el correo electrónico que le enviamos.`,
    unavailableTitle: 'Todavía no se pudo configurar su cuenta',
    unavailable:
      'Algo de nuestra parte no está listo. Su préstamo no tiene ningún problema. Inténtelo más tarde o llámenos.',
  },
  account: {
    signInTitle: 'Entre en su Portal de Pagos',
    signInLede: (merchant) => `De su préstamo en ${merchant}.`,
    signIn: 'Entrar',
    title: 'Su Portal de Pagos',
    mayBeCharged: (merchant) =>
      `${merchant} puede pedirle un cargo. Usted aprueba o rechaza cada uno.`,
    cannotBeCharged: (merchant) => `Por ahora ${merchant} no puede pedirle otro cargo.`,
    limit: 'Monto del préstamo',
    spent: 'Cargado hasta ahora',
    setAside: 'Apartado para cargos que esperan su respuesta',
    available: 'Disponible para gastar',
    windowEnd: 'Úselo hasta el',
    windowEnded: 'Se pudo usar hasta el',
    chargesTitle: 'Cargos',
    noCharges: 'Todavía no hay cargos.',
    requested: 'Pedido el',
    amount: 'Monto',
    status: 'Estado',
    statuses: {
      Pending: 'Espera su respuesta: use el enlace que le enviamos',
      Rejected: 'Rechazado',
      Expired: 'Vencido',
      Canceled: 'Cancelado',
    },
    payments: {
      being_paid: () => 'Aprobado: se está pagando',
      paid: () => 'Pagado',
      partly_refunded: (refunded) => `Pagado, con ${refunded} reembolsados`,
      refunded: () => 'Reembolsado',
      failed: () => 'No se pudo completar: no se cobró nada',
      returned: () => 'Devuelto: ya no queda nada de él en su préstamo',
    },
    paymentTitle: 'Hacer un pago',
    payment: (phone) => `Llame al ${phone} para hacer un pago. No tiene costo.`,
    preferences: 'Mensajes de texto, copias en papel y su consentimiento',
  },
  charge: {
    confirmTitle: 'Apruebe o rechace',
    identityLede:
      'Confirme que es usted. Después le mostramos el cargo, y usted lo aprueba o lo rechaza.',
    numberLabel: 'Número de préstamo',
    numberHint: 'Diez dígitos; está en el correo electrónico con los documentos de su préstamo.',
    approve: 'Aprobar',
    reject: 'Rechazar',
    missingNumber: 'Escriba los diez dígitos de su número de préstamo',
    wrong: (left) =>
      left === 1
        ? 'Estos datos no coinciden con el préstamo. Le queda 1 intento'
        : `Estos datos no coinciden con el préstamo. Le quedan ${left} intentos`,
    approvedTitle: 'Usted aprobó el cargo',
    payments: {
      being_paid: ({ amount, merchant }) =>
        `Se están pagando ${amount} a ${merchant}. Ese monto pasa a ser parte de lo que debe en su préstamo.`,
      paid: ({ amount, merchant }) =>
        `Se pagaron ${amount} a ${merchant} y se cargaron a su préstamo.`,
      partly_refunded: ({ amount, merchant, refunded }) =>
        `Se pagaron ${amount} a ${merchant}. De ese monto se reembolsaron ${refunded} a su préstamo.`,
      refunded: ({ amount, merchant }) =>
        `El cargo de ${amount} de ${merchant} se reembolsó por completo. Ya no queda nada de él en su préstamo.`,
      failed: ({ amount, merchant }) =>
        `El pago de ${amount} a ${merchant} no se pudo completar. No se cargó nada a su préstamo.`,
      returned: ({ amount, merchant }) =>
        `El pago de ${amount} a ${merchant} fue devuelto. Ya no queda nada de él en su préstamo.`,
    },
    paymentTitles: {
      partly_refunded: 'Se reembolsó una parte de este cargo',
      refunded: 'Este cargo fue reembolsado',
      failed: 'Este cargo no se pudo completar',
      returned: 'Este cargo fue devuelto',
    },
    rejectedTitle: 'Usted rechazó el cargo',
    rejected: (merchant) => `No se cobró nada. Informamos a ${merchant}.`,
    expiredTitle: 'Esta solicitud de cargo venció',
    expired: (merchant) => `No se cobró nada. ${merchant} puede enviar una nueva solicitud.`,
    expiredForGood: 'No se cobró nada.',
    canceledTitle: 'Esta solicitud de cargo fue cancelada',
    canceled: {
      account_cancelled: () => 'No se cobró nada: el préstamo fue cancelado.',
      final_charge: () =>
        'No se cobró nada: antes de su respuesta se pagó un cargo final, así que ya no se pueden hacer más cargos en este préstamo.',
      loan_suspended: () =>
        'No se cobró nada: el préstamo se puso en pausa antes de su respuesta. Llámenos para saber más.',
      window_over: (merchant) =>
        `No se cobró nada: el plazo para usar el préstamo terminó antes de su respuesta. Pregunte a ${merchant} de qué otra forma puede pagar.`,
      merchant_not_active: (merchant) =>
        `No se cobró nada: ${merchant} no podía hacer cargos cuando usted respondió. Podrá enviar una nueva solicitud cuando pueda hacerlos de nuevo.`,
      bank_account: (merchant) =>
        `No se cobró nada: ${merchant} no podía hacer cargos cuando usted respondió. Podrá enviar una nueva solicitud cuando pueda hacerlos de nuevo.`,
      loan_not_chargeable: (merchant) =>
        `No se cobró nada: cuando usted respondió, su Portal de Pagos estaba bloqueado o el plazo para usar el préstamo había terminado. Entre en su Portal de Pagos para saber cuál de las dos cosas ocurrió. Si estaba bloqueado, ${merchant} puede enviar una nueva solicitud cuando usted lo haya desbloqueado.`,
    },
    approvedElsewhere: 'Este cargo fue aprobado',
  },
  apply: {
    startTitle: (merchant) => `Vea sus opciones de financiamiento para ${merchant}`,
    startLede: (merchant, lender) =>
      `${merchant} le invitó a presentar una solicitud con ${lender}. Toma unos tres minutos.`,
    startNeedTitle: 'Lo que va a necesitar',
    startNeed: [
      'Su dirección, fecha de nacimiento y número de Seguro Social',
      'Su ingreso anual antes de impuestos y lo que paga por su vivienda',
      'Un momento para leer los avisos: puede guardar o imprimir cada uno',
    ],
    start: 'Comenzar',
    withdraw: 'No quiero presentar una solicitud',
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
        label: 'Para qué es',
        hint: 'En pocas palabras',
        missing: 'Escriba para qué es',
      },
      first_name: { label: 'Nombre', hint: '', missing: 'Escriba su nombre' },
      middle_name: { label: 'Segundo nombre', hint: '', missing: 'Escriba su segundo nombre' },
      last_name: { label: 'Apellido', hint: '', missing: 'Escriba su apellido' },
      suffix: { label: 'Sufijo', hint: 'Como Jr. o III', missing: 'Escriba su sufijo' },
      email: {
        label: 'Correo electrónico',
        hint: 'Aquí llegan sus documentos y avisos',
        missing: 'Escriba su correo electrónico',
      },
      phone: { label: 'Teléfono celular', hint: '', missing: 'Escriba su teléfono celular' },
      esign_consent: {
        label: 'Leí la declaración sobre documentos electrónicos y acepto recibirlos',
        hint: '',
        missing: 'Marque la casilla para recibir documentos electrónicos',
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
        missing: 'Elija si su vivienda es propia o alquilada',
      },
      monthly_housing_payment: {
        label: 'Pago mensual de vivienda',
        hint: 'Alquiler o hipoteca; 0 si no paga',
        missing: 'Escriba su pago mensual de vivienda, o 0',
      },
      employment_status: {
        label: 'Empleo',
        hint: '',
        missing: 'Elija su situación de empleo',
      },
      employer_name: { label: 'Empleador', hint: '', missing: 'Escriba su empleador' },
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
      retired: 'Jubilado',
      unemployed: 'Sin empleo',
      student: 'Estudiante',
      other: 'Otro',
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
      other: 'Revise esta respuesta: es demasiado larga o tiene signos poco comunes',
    },
    ssnRefused: 'Este número no se puede usar aquí. Revíselo, por favor',
    shortYear: 'Escriba el año con cuatro dígitos; por ejemplo 04/28/1986',
    underAge: 'Para presentar la solicitud debe tener la edad legal en su estado',
    agree: 'Acepto: consultar mis ofertas',
    authorizeLede: 'Lea este texto y acepte justo debajo.',
    changed: 'El texto cambió desde que abrió esta página. Léalo de nuevo, por favor.',
    inWorkTitle: 'Estamos revisando su solicitud',
    inWork:
      'Por lo general tarda menos de 30 segundos. No se pierde nada ni se pregunta dos veces: vuelva a mirar en un momento.',
    lookAgain: 'Volver a mirar',
    notDecidedTitle: 'Todavía no se decidió nada',
    notDecided:
      'No pudimos comunicarnos con la agencia de crédito. No se decidió nada y lo que escribió se conserva durante 30 minutos. Puede intentarlo de nuevo con seguridad.',
    askedTooOften:
      'Consultamos el crédito de una persona tres veces en 24 horas como máximo, y con usted ya lo hicimos. No se decidió nada. Vuelva a presentar su solicitud mañana, por favor.',
    tryAgain: 'Intentar de nuevo',
    offersTitle: (count) => (count === 1 ? 'Tiene una oferta' : `Tiene ${count} ofertas`),
    offersLede: (amount) => `Por ${amount}, primero la de menor costo total.`,
    notFinal: 'Oferta; no es definitiva hasta que acepte los términos.',
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
    firstPayment: 'Primer pago, estimado',
    counterOffer: 'Monto menor',
    counterOfferText: (approved, requested) =>
      `Esta oferta es por ${approved}. Usted pidió ${requested}.`,
    promoPayoff: (months, amount) =>
      `Para no deber intereses, pague ${amount} en un plazo de ${months} meses.`,
    current: 'Elegida antes',
    chooseOffer: (product, apr) => `Elegir ${product}, ${apr}% APR`,
    noHardInquiry: 'Elegir una oferta no afecta su puntaje de crédito.',
    offeredBy: (name, nmlsId) => `Ofrecida por ${name}, NMLS ID ${nmlsId}.`,
    afterwards:
      'En la página siguiente lee los términos y allí los acepta o los rechaza. Hasta entonces puede volver y elegir otra oferta.',
    noOffersTitle: 'En este momento no podemos ofrecerle financiamiento',
    noOffers:
      'Le enviaremos por correo electrónico, a la dirección que dio, un aviso que explica el motivo.',
    paper: (phone) => `También puede recibir el aviso en papel: llame al ${phone}.`,
    identityLede: (merchant) =>
      `Antes de mostrarle su solicitud para ${merchant}, escriba los últimos cuatro dígitos del número de Seguro Social que indicó en ella.`,
    notYetTitle: 'Esta invitación es para otro día',
    notYet: (day) => `Podrá abrirla a partir del ${day}.`,
    unavailableTitle: 'Por el momento no puede presentar una solicitud',
    unavailable: (merchant) =>
      `Por ahora no podemos recibir solicitudes para ${merchant}. No se decidió nada. Inténtelo más tarde, por favor.`,
    cancelledTitle: 'Esta solicitud fue cancelada',
    cancelled: 'No debe nada.',
    expiredTitle: 'Esta invitación venció',
    expired: (merchant) => `No debe nada. Pida a ${merchant} una invitación nueva.`,
    acceptedTitle: 'Aceptó su préstamo',
    accepted:
      'Su número de préstamo y sus documentos están en el correo electrónico que le enviamos.',
  },
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
      'Enviaremos por mensaje de texto un código de seis dígitos al teléfono móvil del administrador invitado. Pueden aplicarse tarifas de mensajes y datos.',
    send: 'Envíenme el código',
    wrongPhone: (lender, phone) =>
      `¿No es su número? Llame a ${lender} al ${phone} y lo corregiremos.`,
    codeTitle: 'Escriba el código que le enviamos',
    codeLede:
      'Enviamos un mensaje de texto con un código de seis dígitos al teléfono móvil del administrador invitado. Vale durante 10 minutos.',
    sendAgain: 'Enviar un código nuevo',
    codeOver: 'Ese código ya no vale. Envíe uno nuevo.',
    unreachable: 'No pudimos enviar un mensaje de texto a este número. Llámenos, por favor.',
    reviewTitle: 'Revise sus datos y acepte los términos',
    reviewLede: 'Esto es lo que nos dijeron de su negocio.',
    detailsTitle: 'Su negocio',
    businessName: 'Nombre del negocio',
    address: 'Dirección del negocio',
    businessPhone: 'Teléfono del negocio',
    adminTitle: 'Usted, quien administra la cuenta',
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
    activeTitle: 'Ya puede ofrecer financiamiento',
    active: (merchant) =>
      `${merchant} está listo. El paso siguiente es elegir sus productos de financiamiento y agregar una cuenta bancaria.`,
    reviewingTitle: 'Gracias: estamos revisando su negocio',
    reviewing: 'No tiene que hacer nada más aquí. Le avisaremos cuando termine la revisión.',
    declinedTitle: 'No podemos ofrecer financiamiento a través de su negocio',
    declined: 'Revisamos su solicitud y no fue aprobada. Llámenos si tiene preguntas.',
    holdTitle: 'Su cuenta está en pausa',
    hold: 'Terminó la configuración, pero la cuenta está en pausa. Llámenos, por favor.',
    closedTitle: 'Esta cuenta está cerrada',
    closed: 'Su negocio ya no ofrece financiamiento con nosotros. Llámenos si tiene preguntas.',
    expiredTitle: 'Esta invitación venció',
    expired: 'Las invitaciones valen 7 días. Pida una nueva a quien le invitó, o llámenos.',
  },
  preferences: {
    title: 'Sus mensajes y documentos',
    lede: (merchant) => `De su solicitud en ${merchant}.`,
    smsTitle: 'Mensajes de texto',
    smsOn: 'Podemos enviarle mensajes de texto sobre esta solicitud y este préstamo.',
    smsOnTo: (phone) =>
      `Podemos enviar mensajes de texto sobre esta solicitud y este préstamo al número que termina en ${phone}.`,
    smsOff:
      'No le enviamos mensajes de texto. Lo que necesita su respuesta le llega por correo electrónico. Si desea recibir mensajes de texto, llámenos.',
    smsStop: 'No recibir más mensajes de texto',
    paperTitle: 'Copias en papel',
    paper:
      'Puede recibir sus avisos y documentos en papel, sin costo. Los enviamos por correo a la dirección de su solicitud.',
    paperAsk: 'Envíenme copias en papel',
    paperDone: 'Sus copias en papel van en camino a la dirección de su solicitud.',
    paperNoAddress:
      'La dirección de su solicitud se eliminó al cumplirse su plazo. Llámenos y díganos adónde enviar sus copias en papel, sin costo.',
    esignTitle: 'Documentos electrónicos',
    esign:
      'Si aceptó recibir avisos y documentos en forma electrónica, puede retirar este consentimiento en cualquier momento, sin costo.',
    esignEffect:
      'Si lo retira, recibirá los documentos siguientes en papel. Un préstamo que ya aceptó sigue sin cambios. Una solicitud que no completó termina, porque solo se puede completar electrónicamente; no debe nada por ella.',
    esignAsk: 'Retirar mi consentimiento',
    esignDone: 'Retiró su consentimiento. Los documentos siguientes le llegarán en papel.',
    contactTitle: '¿Cambió su dirección o su número?',
    contact: (lender, phone) => `Llame a ${lender} al ${phone}.`,
  },
  statement: {
    title: (number) => `Estado de cuenta ${number}`,
    merchant: 'Comercio',
    period: 'Período',
    periodText: (first, last) => `del ${first} al ${last}`,
    status: 'Estado',
    open: (day) => `Abierto: los importes pueden cambiar hasta que se emita el ${day}`,
    issued: (day) => `Emitido el ${day}`,
    currency:
      'Todos los importes están en dólares estadounidenses. Los días y meses son los de Nueva York.',
    ownOnly: 'Aquí solo aparece lo que trajeron sus propios clientes.',
    totalsTitle: 'Totales',
    charges: 'Cargos a los consumidores',
    refunds: 'Reembolsos a los consumidores y cargos devueltos',
    fees: 'Comisiones del comercio',
    feeCredits: 'Comisiones del comercio devueltas',
    net: 'Neto para el comercio',
    linesTitle: 'Transacciones',
    none: 'No se liquidó nada en este período.',
    settled: 'Liquidado',
    loanNumber: 'Número de préstamo',
    transaction: 'Transacción',
    amount: 'Importe',
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
