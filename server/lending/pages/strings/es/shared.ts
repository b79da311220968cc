import type { PageStrings } from '../en.ts';

/** What every page may say: the frame, links, failures, proofs of identity, and where a loan stands. */
export const shared: Pick<
  PageStrings,
  'common' | 'link' | 'failure' | 'done' | 'cookies' | 'identity' | 'leave' | 'stepUp' | 'state'
> = {
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
      'Compruebe que copió el enlace completo o ábralo de nuevo desde el mensaje o la página donde lo encontró.',
    replacedTitle: 'Este enlace ya no funciona',
    replaced: {
      invitation:
        'Se creó un enlace más reciente para usted. Vuelva al comercio y continúe desde allí.',
      terms: 'Vuelva al comercio y continúe desde allí.',
      charge: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
      portal: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
      preferences: 'Le enviamos un enlace más reciente. Use el enlace del último mensaje.',
    },
    expiredTitle: 'Este enlace venció',
    expired:
      'Los enlaces funcionan por tiempo limitado para proteger su información. Use el enlace de nuestro último correo electrónico o vuelva al comercio para obtener uno nuevo.',
    nothingLeftTitle: 'Aquí no queda nada por hacer',
    nothingLeft:
      'Para saber más, lea los correos electrónicos que le enviamos, pregunte al comercio o llámenos.',
    invitationOver: (merchant) =>
      `Una invitación funciona durante 30 días. Si quiere presentar una solicitud, pida una nueva a ${merchant}. Si ya la presentó, lea los correos electrónicos que le enviamos, pregunte al comercio o llámenos.`,
    lockedTitle: 'Este enlace está bloqueado',
    locked:
      'Aquí hubo demasiadas respuestas incorrectas, así que este enlace ya no funciona. Los enlaces que le enviamos por correo electrónico sí funcionan.',
    dayLockedTitle: 'Bloqueado por ahora',
    dayLocked: (until) =>
      `Hubo demasiadas respuestas incorrectas. Para protegerle, este enlace está bloqueado. Inténtelo de nuevo después del ${until}. Le enviamos un correo electrónico sobre esto.`,
    bothLocked: (until) =>
      `Aquí hubo demasiadas respuestas incorrectas. Para protegerle, este enlace ya no funciona. Todos los demás están bloqueados hasta el ${until}.`,
    mailed: {
      already_sent: 'Le enviamos un enlace nuevo por correo electrónico. Úselo para continuar.',
      none: 'Para continuar, pida que le enviemos un enlace nuevo por correo electrónico.',
      too_many: 'Ahora no podemos enviarle otro enlace. Inténtelo en 24 horas o llámenos.',
    },
    mailedForLater: (until) =>
      `Le enviamos un enlace nuevo por correo electrónico. Úselo después del ${until}.`,
    mailAgain:
      'Ya le enviamos un enlace nuevo por correo electrónico. Búsquelo también en la carpeta de correo no deseado o llámenos.',
    mailButton: 'Enviarme un enlace nuevo',
  },
  failure: {
    undoneTitle: 'No funcionó',
    undone: 'No se cambió nada. Espere un momento e inténtelo de nuevo.',
    tooMany:
      'Se abrieron demasiadas páginas desde su red. No se cambió nada. Espere un momento e inténtelo de nuevo.',
    foreign:
      'El formulario se envió desde otra página. No se cambió nada. Abra la página de nuevo y envíe el formulario desde allí.',
    unknownTitle: 'Algo salió mal',
    unknown:
      'Es posible que se haya completado de todos modos. Antes de intentarlo otra vez, abra de nuevo su enlace para ver qué ocurrió.',
    open: 'Abrir la página de nuevo',
  },
  done: {
    codeSent: 'Código nuevo enviado',
    linkMailed: 'Enlace nuevo enviado',
    smsStopped: 'Mensajes de texto detenidos',
    paperAsked: 'Copias en papel solicitadas',
    consentWithdrawn: 'Consentimiento retirado',
  },
  cookies: {
    title: 'Su navegador bloquea las cookies',
    text: 'Sin ellas, esta página no puede continuar: usa una cookie para recordar lo que usted acaba de responder y nada más. Permita las cookies de este sitio en la configuración de su navegador o abra su enlace en otro navegador. También puede llamarnos.',
    button: 'Intentarlo de nuevo',
  },
  identity: {
    title: 'Confirme que es usted',
    lede: (merchant) =>
      `Necesitamos saber que es usted antes de mostrar su préstamo para su compra en ${merchant}. Escriba los últimos cuatro dígitos de su número de Seguro Social.`,
    askedAgain: (minutes, hours) =>
      `Si no abre ninguna página aquí durante ${minutes} minutos, se lo volvemos a preguntar. Después de ${hours} horas se lo preguntamos siempre.`,
    again: (minutes, hours) =>
      `Le preguntamos de nuevo quién es. No abrió ninguna página aquí durante ${minutes} minutos, pasaron ${hours} horas o usted terminó su visita en este dispositivo. Lo que acaba de enviar no contó. Después de esto puede enviarlo otra vez.`,
    label: 'Últimos cuatro dígitos de su número de Seguro Social',
    hint: 'Cuatro dígitos. Nunca los enviamos en un mensaje ni los mostramos al comercio.',
    button: 'Continuar',
    missing: 'Escriba los últimos cuatro dígitos de su número de Seguro Social',
    wrong: (left) =>
      left === 1
        ? 'No coincide con los datos de su solicitud. Le queda 1 intento'
        : `No coincide con los datos de su solicitud. Le quedan ${left} intentos`,
  },
  leave: {
    hint: 'Si otras personas usan este dispositivo, presione este botón antes de irse. Después le preguntamos quién es antes de volver a mostrar su información.',
    formHint:
      'Si otras personas usan este dispositivo, presione este botón antes de irse. Así se borra lo que escribió aquí.',
    button: 'Ya terminé en este dispositivo',
  },
  stepUp: {
    title: 'Escriba el código que le enviamos',
    lede: (phone) =>
      `Para protegerle, enviamos un mensaje de texto con un código de seis dígitos al número de teléfono que termina en ${phone}.`,
    ledeEmail: (email) =>
      `Para protegerle, enviamos un correo electrónico con un código de seis dígitos a ${email}.`,
    label: 'Código de seis dígitos',
    hint: 'Puede tardar un minuto en llegar. Funciona durante 10 minutos.',
    sandboxHint: 'En el entorno de pruebas, 123456 es correcto y 000000 falla.',
    button: 'Confirmar',
    sendAgain: 'Enviar un código nuevo',
    sentAgain: 'Enviamos un código nuevo. Solo funciona el último.',
    over: 'El código que enviamos ya no funciona. Pida uno nuevo.',
    tooMany: 'Ahora no podemos enviar otro código. Inténtelo en 24 horas o llámenos.',
    lastTry:
      'Le queda 1 intento, también con un código nuevo. Si escribe otro código incorrecto, tendremos que rechazar su solicitud.',
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
      'Le llega por correo electrónico un aviso que explica el motivo. También puede recibirlo en papel.',
    declinedOnPaper: 'Le llega por correo postal un aviso que explica el motivo.',
    withdrawnTitle: 'Esta solicitud se cerró',
    withdrawn:
      'Se cerró porque usted retiró su consentimiento para documentos electrónicos. Solo se podía completar en línea. No se firmó nada y no debe nada.',
    cancelledTitle: 'Este préstamo fue cancelado',
    cancelled:
      'No debe nada por él y ya no se puede cargar nada a este préstamo. Puede empezar de nuevo en el comercio.',
    merchantClosedTitle: 'Este préstamo ya no está disponible',
    merchantClosed: (merchant) =>
      `${merchant} ya no ofrece este financiamiento, así que usted no puede aceptar este préstamo. No se firmó nada y no debe nada.`,
    reviewTitle: 'Todavía estamos revisando',
    review:
      'Una persona está revisando su solicitud. Le enviaremos un correo electrónico en cuanto haya una decisión.',
    suspendedTitle: 'Este préstamo está en pausa',
    suspended: 'Por ahora no se pueden hacer cargos. Llámenos para saber más.',
  },
};
