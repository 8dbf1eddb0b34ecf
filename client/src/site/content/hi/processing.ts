import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/processing.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

/** The same word after one and after many. */
export const days = (count: number) => `${count} दिन`;

export const legalBases = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'साइन-अप',
      detail:
        'आपको अर्ली एक्सेस की सूचना देने और आपके आवेदन का जवाब देने के लिए। ये अनुबंध से पहले के कदम हैं, जो आपके अनुरोध पर उठाए जाते हैं: GDPR का अनुच्छेद 6(1)(b)।',
    },
    ...(sendsMail(data)
      ? [
          {
            term: 'ईमेल से पुष्टि',
            detail:
              'किसी पते के मालिक से साइन-अप की पुष्टि माँगने के लिए, ताकि कोई किसी दूसरे को साइन अप न करा सके। इसमें हमारा और उस मालिक, दोनों का वैध हित है: GDPR का अनुच्छेद 6(1)(f)।',
          },
        ]
      : []),
    {
      term: 'एनालिटिक्स',
      detail:
        'यह जानने के लिए कि इस साइट के कौन-से हिस्से विज़िटरों के काम आते हैं और वे कहाँ छोड़कर चले जाते हैं। यह हम सिर्फ़ आपकी सहमति से करते हैं: GDPR का अनुच्छेद 6(1)(a) और, जो आपके डिवाइस पर सेव किया जाता है या वहाँ से पढ़ा जाता है उसके लिए, § 25(1) TDDDG।',
    },
    {
      term: 'सहमति कुकी',
      detail:
        'आपका जवाब याद रखने के लिए, ताकि हम आपसे हर पेज पर न पूछें। इसके लिए यह पूरी तरह ज़रूरी है: § 25(2) संख्या 2 TDDDG।',
    },
    {
      term: 'सहमति का प्रमाण',
      detail:
        'यह दिखाने के लिए कि एनालिटिक्स सिर्फ़ सहमति से चला। कानून यह माँगता है: GDPR का अनुच्छेद 6(1)(c), अनुच्छेद 7(1) के साथ।',
    },
    {
      term: 'अनुरोधों की सीमा',
      detail:
        'ताकि साइट तब भी उपलब्ध रहे जब कोई उस पर अनुरोधों की बाढ़ ला दे। यह हमारा वैध हित है: GDPR का अनुच्छेद 6(1)(f)।',
    },
    {
      term: 'हमें भेजे गए ईमेल',
      detail:
        'आपको जवाब देने के लिए। अनुबंध के लिए: GDPR का अनुच्छेद 6(1)(b)। बाकी मामलों में, जवाब देने में हमारा वैध हित: GDPR का अनुच्छेद 6(1)(f)।',
    },
  ],
})) satisfies Translated<typeof english.legalBases>;

export const retention = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'साइन-अप',
      detail: `आपके साइन अप करने के बाद ज़्यादा से ज़्यादा ${days(data.signupRetentionDays)} तक।`,
    },
    ...(data.unconfirmedRetentionDays === undefined
      ? []
      : [
          {
            term: 'बिना पुष्टि वाले साइन-अप',
            detail: `आपके ईमेल पते की पुष्टि माँगने वाले हमारे पहले संदेश के बाद ${days(data.unconfirmedRetentionDays)} तक।`,
          },
        ]),
    {
      term: 'इवेंट',
      detail: `हमारे सर्वर पर ज़्यादा से ज़्यादा ${days(data.eventRetentionDays)} तक।`,
    },
    ...(data.posthogHost
      ? [
          {
            term: 'PostHog में इवेंट',
            detail:
              'जब तक PostHog की डेटा रखने की अवधि खत्म नहीं होती। PostHog आपकी कोई प्रोफ़ाइल नहीं रखता, इसलिए वह उन्हें पहले ढूँढ़कर मिटा नहीं सकता।',
          },
        ]
      : []),
    ...(data.tellsTeam
      ? [
          {
            term: 'हमारी टीम की मैसेजिंग सेवा में साइन-अप',
            detail: 'जब तक उस सेवा की डेटा रखने की अवधि खत्म नहीं होती या उन्हें वहाँ मिटाया नहीं जाता।',
          },
        ]
      : []),
    { term: 'सहमति का प्रमाण', detail: proofRetention(data) },
    ...backups(data),
    { term: 'सहमति कुकी', detail: `आपके ब्राउज़र में ${days(CONSENT_DAYS)} तक।` },
    {
      term: 'हर दिन और हर पंद्रह मिनट की गिनती',
      detail:
        'बिना किसी समय-सीमा के। इससे सिर्फ़ यह पता चलता है कि हर पेज कितनी बार भेजा गया, और एनालिटिक्स से कितनी बार और कहाँ इनकार किया गया। इसमें कोई आईडी नहीं होती।',
    },
    {
      term: 'हमें भेजे गए ईमेल',
      detail: 'जब तक आपका अनुरोध निपट नहीं जाता, या जहाँ कोई कानून माँगे वहाँ उससे ज़्यादा समय तक।',
    },
  ],
})) satisfies Translated<typeof english.retention>;

const backups = ({ site: { backupDays } }: PageData) =>
  backupDays === 0
    ? []
    : [
        {
          term: 'बैकअप',
          detail: `मिटाया गया डेटा पहले के बैकअप में ${backupDays === undefined ? 'तब तक रहता है जब तक वे भी मिटा नहीं दिए जाते' : `ज़्यादा से ज़्यादा ${days(backupDays)} और रहता है`}। बैकअप का इस्तेमाल हम सिर्फ़ किसी खराबी के बाद इस साइट को फिर से चालू करने के लिए करते हैं।`,
        },
      ];

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? 'उसी आईडी के तहत लिए गए आखिरी फ़ैसले के बाद तीन साल तक।'
    : `उसी आईडी के तहत लिए गए आखिरी फ़ैसले के बाद ${days(longer)} तक। यह तब तक रखा जाता है जब तक वे इवेंट रहते हैं जिनकी इसने अनुमति दी थी।`;
}

export const recipients = ((data) => [
  ...deliveryOfMail(data),
  ...messagesToTeam(data),
  receivers(data),
  text(
    'अगर कोई होस्टिंग कंपनी हमारे लिए वह सर्वर या उसका डेटाबेस चलाती है, तो वह ऐसा अनुबंध के तहत और सिर्फ़ हमारे निर्देशों पर करती है (GDPR का अनुच्छेद 28)।',
  ),
]) satisfies Translated<typeof english.recipients>;

function deliveryOfMail(data: PageData) {
  const provider = mailProvider(data);
  if (provider === null) return [];
  return [
    text(
      `साइन-अप की पुष्टि माँगने वाले हमारे संदेश ${provider} पहुँचाता है। वह यह काम हमारे लिए और हमारे निर्देशों पर करता है (GDPR का अनुच्छेद 28)। उसे आपका नाम, आपका ईमेल पता और वह संदेश मिलता है, और कुछ नहीं।`,
    ),
  ];
}

function messagesToTeam({ tellsTeam }: PageData) {
  if (!tellsTeam) return [];
  return [
    text(
      'जब आप साइन अप करते हैं, तो हमारा सर्वर हमारी टीम को उस मैसेजिंग सेवा में सूचना देता है जिसका वह इस्तेमाल करती है। वह सेवा यह काम हमारे लिए और हमारे निर्देशों पर करती है (GDPR का अनुच्छेद 28)। उसे आपका नाम, आपका ईमेल पता, आपका YouTube चैनल और आपके उपयोग का उद्देश्य मिलता है। अगर आप अपना साइन-अप मिटाते हैं, तो उसे यह सब मिटाने को कहा जाता है।',
    ),
  ];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = ((company) =>
  `${company} के बाहर किसी को आपका डेटा नहीं मिलता। साइन-अप, इवेंट और सहमति के प्रमाण हमारे अपने सर्वर पर ही रहते हैं।`) satisfies typeof english.nobodyReceives;

function receivers(data: PageData) {
  const { posthogHost, site } = data;
  const others = [
    mailProvider(data),
    data.tellsTeam ? 'हमारी टीम द्वारा इस्तेमाल की जाने वाली मैसेजिंग सेवा' : null,
  ].filter((one) => one !== null);
  const but = others.length === 0 ? '' : `${others.join(' और ')} के अलावा `;
  if (posthogHost) {
    return text([
      `PostHog (${posthogHost}) उन इवेंट का विश्लेषण करता है जिनके लिए आपने सहमति दी है। वह यह काम हमारे लिए और हमारे निर्देशों पर करता है। हमारा सर्वर उसे इवेंट और उनके साथ रिकॉर्ड किया गया विवरण भेजता है, `,
      {
        text: 'जैसा गोपनीयता नीति में बताया गया है',
        href: '/privacy#information-we-collect',
      },
      '। PostHog को आपका नाम, पूरा ईमेल पता या IP पता कभी नहीं मिलता। आपका ब्राउज़र खुद PostHog से कभी संपर्क नहीं करता। ',
      `साइन-अप और सहमति के प्रमाण ${but}किसी और को नहीं मिलते।`,
    ]);
  }
  return text(
    others.length === 0
      ? nobodyReceives(site.company)
      : `${site.company} के बाहर ${but}किसी को आपका डेटा नहीं मिलता। इवेंट और सहमति के प्रमाण हमारे अपने सर्वर पर ही रहते हैं।`,
  );
}

const scc = 'यूरोपीय आयोग के मानक संविदात्मक खंड (GDPR का अनुच्छेद 46(2)(c))';

/** Said only where nobody receives anything. */
export const noTransfers = `यह साइट व्यक्तिगत डेटा किसी को नहीं देती, इसलिए वह यूरोपीय आर्थिक क्षेत्र के बाहर के देशों में भी कोई डेटा नहीं भेजती। अगर उसका अपना सर्वर या डेटाबेस ऐसे किसी देश में है, तो कानूनी आधार ${scc} हैं, बशर्ते आयोग ने वहाँ के डेटा संरक्षण को पर्याप्त न माना हो (GDPR का अनुच्छेद 45)।`;

export const transfers = ((data) => {
  const provider = mailProvider(data);
  const all = [
    ...(data.posthogHost ? [transferOfEvents(data.posthogHost)] : []),
    ...(provider === null ? [] : [ifAbroad(`${provider} हमारे संदेशों को`, 'संभालता है')]),
    ...(data.tellsTeam
      ? [ifAbroad('हमारी टीम द्वारा इस्तेमाल की जाने वाली मैसेजिंग सेवा साइन-अप को', 'संभालती है')]
      : []),
  ];
  return all.length === 0 ? [text(noTransfers)] : all;
}) satisfies Translated<typeof english.transfers>;

/** For recipients that only the operator knows. */
const ifAbroad = (handling: string, verb: string) =>
  text(
    `अगर ${handling} यूरोपीय आर्थिक क्षेत्र के बाहर ${verb}, तो इस ट्रांसफ़र का कानूनी आधार ${scc} हैं, बशर्ते आयोग ने वहाँ के डेटा संरक्षण को पर्याप्त न माना हो (GDPR का अनुच्छेद 45)।`,
  );

function transferOfEvents(posthogHost: string) {
  const cloud = /^(eu|us)(\.i)?\.posthog\.com$/.exec(posthogHost)?.[1];
  switch (cloud) {
    case 'eu':
      return text(
        `PostHog इवेंट को यूरोपीय संघ में मौजूद सर्वर पर रखता है (${posthogHost})। इसके पीछे की कंपनी PostHog, Inc. संयुक्त राज्य अमेरिका में स्थित है। अगर वह वहाँ से इन्हें एक्सेस कर सकती है, तो कानूनी आधार ${scc} हैं।`,
      );
    case 'us':
      return text(
        `PostHog इवेंट को संयुक्त राज्य अमेरिका में मौजूद सर्वर पर रखता है (${posthogHost})। इस ट्रांसफ़र का कानूनी आधार ${scc} हैं।`,
      );
    default:
      return text(
        `इवेंट ${posthogHost} पर PostHog को जाते हैं। अगर वह सर्वर यूरोपीय आर्थिक क्षेत्र के बाहर है, तो इस ट्रांसफ़र का कानूनी आधार ${scc} हैं, बशर्ते आयोग ने वहाँ के डेटा संरक्षण को पर्याप्त न माना हो (GDPR का अनुच्छेद 45)।`,
      );
  }
}

export const gdprRights = (() =>
  list(
    'एक्सेस: यह जानना कि हमारे पास आपका डेटा है या नहीं, और उसकी कॉपी पाना (अनुच्छेद 15)।',
    'सुधार: जो गलत है उसे ठीक करवाना (अनुच्छेद 16)।',
    'मिटाना: अपना डेटा मिटवाना (अनुच्छेद 17)।',
    'सीमित करना: डेटा रखवाना पर उसका इस्तेमाल रुकवाना, जैसे तब जब हम किसी आपत्ति की जाँच कर रहे हों (अनुच्छेद 18)।',
    'पोर्टेबिलिटी: आपने हमें जो दिया, उसे मशीन से पढ़े जा सकने वाले रूप में पाना (अनुच्छेद 20)।',
    'आपत्ति: हम जो वैध हित के लिए करते हैं, उस पर अपनी परिस्थिति से जुड़े कारणों से आपत्ति करना (अनुच्छेद 21)।',
    'सहमति वापस लेना: दी हुई सहमति कभी भी वापस लेना। उससे पहले हमने जो किया, वह वैध रहता है (अनुच्छेद 7(3))।',
  )) satisfies Translated<typeof english.gdprRights>;

export const howToAsk = (({ site, posthogHost }) => [
  text([
    'हमें ',
    mailLink(site),
    ` पर या इस पते पर लिखें: ${postalAddress(site)}। इसमें कोई खर्च नहीं है और किसी फ़ॉर्म की ज़रूरत नहीं है। साइन-अप के मामले में उसी ईमेल पते से लिखें जिससे आपने साइन अप किया था, ताकि हम जान सकें कि वह आपका है।`,
  ]),
  text([
    'एनालिटिक्स कोई नाम रिकॉर्ड नहीं करता, सिर्फ़ वह रैंडम आईडी जो इस कुकी में है: ',
    { code: CONSENT_COOKIE },
    '। इसके लिए आपको हमें लिखने की ज़रूरत नहीं है: ',
    { text: 'कुकी नीति', href: '/cookies#managing' },
    ' में वह सब दिखता है जो उस आईडी के तहत हमारे पास है, और आप उसे वहीं डाउनलोड कर सकते हैं और मिटा सकते हैं। उस कुकी के बिना कोई नहीं बता सकता कि कौन-से रिकॉर्ड आपके हैं।',
  ]),
  ...(posthogHost
    ? [
        text(
          'मिटाने पर वे रिकॉर्ड हमारे सर्वर से मिट जाते हैं। जो इवेंट PostHog को पहले ही भेजे जा चुके हैं, उन्हें वहाँ उस आईडी से ढूँढ़ा नहीं जा सकता। वे PostHog की डेटा रखने की अवधि खत्म होने तक रहते हैं।',
        ),
      ]
    : []),
  text('एनालिटिक्स रोकने के लिए किसी भी पेज के सबसे नीचे “एनालिटिक्स बंद करें” दबाएँ। यह तुरंत लागू होता है।'),
]) satisfies Translated<typeof english.howToAsk>;
