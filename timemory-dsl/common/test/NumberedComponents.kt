package timemory

/*
 * As many component classes as a bundle can have: each is a separate class, because a bundle distinguishes its components by class.
 */

internal val numberedComponents: List<ComponentType<*>> = listOf(
    Numbered00, Numbered01, Numbered02, Numbered03, Numbered04, Numbered05, Numbered06, Numbered07,
    Numbered08, Numbered09, Numbered10, Numbered11, Numbered12, Numbered13, Numbered14, Numbered15,
    Numbered16, Numbered17, Numbered18, Numbered19, Numbered20, Numbered21, Numbered22, Numbered23,
    Numbered24, Numbered25, Numbered26, Numbered27, Numbered28, Numbered29, Numbered30, Numbered31,
    Numbered32, Numbered33, Numbered34, Numbered35, Numbered36, Numbered37, Numbered38, Numbered39,
    Numbered40, Numbered41, Numbered42, Numbered43, Numbered44, Numbered45, Numbered46, Numbered47,
    Numbered48, Numbered49, Numbered50, Numbered51, Numbered52, Numbered53, Numbered54, Numbered55,
    Numbered56, Numbered57, Numbered58, Numbered59, Numbered60, Numbered61, Numbered62, Numbered63,
)

@DescribedBy(Numbered00.TYPE::class)
internal class Numbered00 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 1

    companion object TYPE : ComponentType<Numbered00>("numbered_00", "1 times the fake clock", Quantity.COUNT, ::Numbered00)
}

@DescribedBy(Numbered01.TYPE::class)
internal class Numbered01 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 2

    companion object TYPE : ComponentType<Numbered01>("numbered_01", "2 times the fake clock", Quantity.COUNT, ::Numbered01)
}

@DescribedBy(Numbered02.TYPE::class)
internal class Numbered02 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 3

    companion object TYPE : ComponentType<Numbered02>("numbered_02", "3 times the fake clock", Quantity.COUNT, ::Numbered02)
}

@DescribedBy(Numbered03.TYPE::class)
internal class Numbered03 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 4

    companion object TYPE : ComponentType<Numbered03>("numbered_03", "4 times the fake clock", Quantity.COUNT, ::Numbered03)
}

@DescribedBy(Numbered04.TYPE::class)
internal class Numbered04 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 5

    companion object TYPE : ComponentType<Numbered04>("numbered_04", "5 times the fake clock", Quantity.COUNT, ::Numbered04)
}

@DescribedBy(Numbered05.TYPE::class)
internal class Numbered05 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 6

    companion object TYPE : ComponentType<Numbered05>("numbered_05", "6 times the fake clock", Quantity.COUNT, ::Numbered05)
}

@DescribedBy(Numbered06.TYPE::class)
internal class Numbered06 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 7

    companion object TYPE : ComponentType<Numbered06>("numbered_06", "7 times the fake clock", Quantity.COUNT, ::Numbered06)
}

@DescribedBy(Numbered07.TYPE::class)
internal class Numbered07 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 8

    companion object TYPE : ComponentType<Numbered07>("numbered_07", "8 times the fake clock", Quantity.COUNT, ::Numbered07)
}

@DescribedBy(Numbered08.TYPE::class)
internal class Numbered08 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 9

    companion object TYPE : ComponentType<Numbered08>("numbered_08", "9 times the fake clock", Quantity.COUNT, ::Numbered08)
}

@DescribedBy(Numbered09.TYPE::class)
internal class Numbered09 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 10

    companion object TYPE : ComponentType<Numbered09>("numbered_09", "10 times the fake clock", Quantity.COUNT, ::Numbered09)
}

@DescribedBy(Numbered10.TYPE::class)
internal class Numbered10 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 11

    companion object TYPE : ComponentType<Numbered10>("numbered_10", "11 times the fake clock", Quantity.COUNT, ::Numbered10)
}

@DescribedBy(Numbered11.TYPE::class)
internal class Numbered11 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 12

    companion object TYPE : ComponentType<Numbered11>("numbered_11", "12 times the fake clock", Quantity.COUNT, ::Numbered11)
}

@DescribedBy(Numbered12.TYPE::class)
internal class Numbered12 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 13

    companion object TYPE : ComponentType<Numbered12>("numbered_12", "13 times the fake clock", Quantity.COUNT, ::Numbered12)
}

@DescribedBy(Numbered13.TYPE::class)
internal class Numbered13 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 14

    companion object TYPE : ComponentType<Numbered13>("numbered_13", "14 times the fake clock", Quantity.COUNT, ::Numbered13)
}

@DescribedBy(Numbered14.TYPE::class)
internal class Numbered14 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 15

    companion object TYPE : ComponentType<Numbered14>("numbered_14", "15 times the fake clock", Quantity.COUNT, ::Numbered14)
}

@DescribedBy(Numbered15.TYPE::class)
internal class Numbered15 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 16

    companion object TYPE : ComponentType<Numbered15>("numbered_15", "16 times the fake clock", Quantity.COUNT, ::Numbered15)
}

@DescribedBy(Numbered16.TYPE::class)
internal class Numbered16 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 17

    companion object TYPE : ComponentType<Numbered16>("numbered_16", "17 times the fake clock", Quantity.COUNT, ::Numbered16)
}

@DescribedBy(Numbered17.TYPE::class)
internal class Numbered17 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 18

    companion object TYPE : ComponentType<Numbered17>("numbered_17", "18 times the fake clock", Quantity.COUNT, ::Numbered17)
}

@DescribedBy(Numbered18.TYPE::class)
internal class Numbered18 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 19

    companion object TYPE : ComponentType<Numbered18>("numbered_18", "19 times the fake clock", Quantity.COUNT, ::Numbered18)
}

@DescribedBy(Numbered19.TYPE::class)
internal class Numbered19 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 20

    companion object TYPE : ComponentType<Numbered19>("numbered_19", "20 times the fake clock", Quantity.COUNT, ::Numbered19)
}

@DescribedBy(Numbered20.TYPE::class)
internal class Numbered20 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 21

    companion object TYPE : ComponentType<Numbered20>("numbered_20", "21 times the fake clock", Quantity.COUNT, ::Numbered20)
}

@DescribedBy(Numbered21.TYPE::class)
internal class Numbered21 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 22

    companion object TYPE : ComponentType<Numbered21>("numbered_21", "22 times the fake clock", Quantity.COUNT, ::Numbered21)
}

@DescribedBy(Numbered22.TYPE::class)
internal class Numbered22 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 23

    companion object TYPE : ComponentType<Numbered22>("numbered_22", "23 times the fake clock", Quantity.COUNT, ::Numbered22)
}

@DescribedBy(Numbered23.TYPE::class)
internal class Numbered23 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 24

    companion object TYPE : ComponentType<Numbered23>("numbered_23", "24 times the fake clock", Quantity.COUNT, ::Numbered23)
}

@DescribedBy(Numbered24.TYPE::class)
internal class Numbered24 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 25

    companion object TYPE : ComponentType<Numbered24>("numbered_24", "25 times the fake clock", Quantity.COUNT, ::Numbered24)
}

@DescribedBy(Numbered25.TYPE::class)
internal class Numbered25 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 26

    companion object TYPE : ComponentType<Numbered25>("numbered_25", "26 times the fake clock", Quantity.COUNT, ::Numbered25)
}

@DescribedBy(Numbered26.TYPE::class)
internal class Numbered26 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 27

    companion object TYPE : ComponentType<Numbered26>("numbered_26", "27 times the fake clock", Quantity.COUNT, ::Numbered26)
}

@DescribedBy(Numbered27.TYPE::class)
internal class Numbered27 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 28

    companion object TYPE : ComponentType<Numbered27>("numbered_27", "28 times the fake clock", Quantity.COUNT, ::Numbered27)
}

@DescribedBy(Numbered28.TYPE::class)
internal class Numbered28 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 29

    companion object TYPE : ComponentType<Numbered28>("numbered_28", "29 times the fake clock", Quantity.COUNT, ::Numbered28)
}

@DescribedBy(Numbered29.TYPE::class)
internal class Numbered29 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 30

    companion object TYPE : ComponentType<Numbered29>("numbered_29", "30 times the fake clock", Quantity.COUNT, ::Numbered29)
}

@DescribedBy(Numbered30.TYPE::class)
internal class Numbered30 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 31

    companion object TYPE : ComponentType<Numbered30>("numbered_30", "31 times the fake clock", Quantity.COUNT, ::Numbered30)
}

@DescribedBy(Numbered31.TYPE::class)
internal class Numbered31 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 32

    companion object TYPE : ComponentType<Numbered31>("numbered_31", "32 times the fake clock", Quantity.COUNT, ::Numbered31)
}

@DescribedBy(Numbered32.TYPE::class)
internal class Numbered32 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 33

    companion object TYPE : ComponentType<Numbered32>("numbered_32", "33 times the fake clock", Quantity.COUNT, ::Numbered32)
}

@DescribedBy(Numbered33.TYPE::class)
internal class Numbered33 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 34

    companion object TYPE : ComponentType<Numbered33>("numbered_33", "34 times the fake clock", Quantity.COUNT, ::Numbered33)
}

@DescribedBy(Numbered34.TYPE::class)
internal class Numbered34 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 35

    companion object TYPE : ComponentType<Numbered34>("numbered_34", "35 times the fake clock", Quantity.COUNT, ::Numbered34)
}

@DescribedBy(Numbered35.TYPE::class)
internal class Numbered35 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 36

    companion object TYPE : ComponentType<Numbered35>("numbered_35", "36 times the fake clock", Quantity.COUNT, ::Numbered35)
}

@DescribedBy(Numbered36.TYPE::class)
internal class Numbered36 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 37

    companion object TYPE : ComponentType<Numbered36>("numbered_36", "37 times the fake clock", Quantity.COUNT, ::Numbered36)
}

@DescribedBy(Numbered37.TYPE::class)
internal class Numbered37 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 38

    companion object TYPE : ComponentType<Numbered37>("numbered_37", "38 times the fake clock", Quantity.COUNT, ::Numbered37)
}

@DescribedBy(Numbered38.TYPE::class)
internal class Numbered38 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 39

    companion object TYPE : ComponentType<Numbered38>("numbered_38", "39 times the fake clock", Quantity.COUNT, ::Numbered38)
}

@DescribedBy(Numbered39.TYPE::class)
internal class Numbered39 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 40

    companion object TYPE : ComponentType<Numbered39>("numbered_39", "40 times the fake clock", Quantity.COUNT, ::Numbered39)
}

@DescribedBy(Numbered40.TYPE::class)
internal class Numbered40 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 41

    companion object TYPE : ComponentType<Numbered40>("numbered_40", "41 times the fake clock", Quantity.COUNT, ::Numbered40)
}

@DescribedBy(Numbered41.TYPE::class)
internal class Numbered41 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 42

    companion object TYPE : ComponentType<Numbered41>("numbered_41", "42 times the fake clock", Quantity.COUNT, ::Numbered41)
}

@DescribedBy(Numbered42.TYPE::class)
internal class Numbered42 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 43

    companion object TYPE : ComponentType<Numbered42>("numbered_42", "43 times the fake clock", Quantity.COUNT, ::Numbered42)
}

@DescribedBy(Numbered43.TYPE::class)
internal class Numbered43 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 44

    companion object TYPE : ComponentType<Numbered43>("numbered_43", "44 times the fake clock", Quantity.COUNT, ::Numbered43)
}

@DescribedBy(Numbered44.TYPE::class)
internal class Numbered44 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 45

    companion object TYPE : ComponentType<Numbered44>("numbered_44", "45 times the fake clock", Quantity.COUNT, ::Numbered44)
}

@DescribedBy(Numbered45.TYPE::class)
internal class Numbered45 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 46

    companion object TYPE : ComponentType<Numbered45>("numbered_45", "46 times the fake clock", Quantity.COUNT, ::Numbered45)
}

@DescribedBy(Numbered46.TYPE::class)
internal class Numbered46 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 47

    companion object TYPE : ComponentType<Numbered46>("numbered_46", "47 times the fake clock", Quantity.COUNT, ::Numbered46)
}

@DescribedBy(Numbered47.TYPE::class)
internal class Numbered47 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 48

    companion object TYPE : ComponentType<Numbered47>("numbered_47", "48 times the fake clock", Quantity.COUNT, ::Numbered47)
}

@DescribedBy(Numbered48.TYPE::class)
internal class Numbered48 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 49

    companion object TYPE : ComponentType<Numbered48>("numbered_48", "49 times the fake clock", Quantity.COUNT, ::Numbered48)
}

@DescribedBy(Numbered49.TYPE::class)
internal class Numbered49 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 50

    companion object TYPE : ComponentType<Numbered49>("numbered_49", "50 times the fake clock", Quantity.COUNT, ::Numbered49)
}

@DescribedBy(Numbered50.TYPE::class)
internal class Numbered50 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 51

    companion object TYPE : ComponentType<Numbered50>("numbered_50", "51 times the fake clock", Quantity.COUNT, ::Numbered50)
}

@DescribedBy(Numbered51.TYPE::class)
internal class Numbered51 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 52

    companion object TYPE : ComponentType<Numbered51>("numbered_51", "52 times the fake clock", Quantity.COUNT, ::Numbered51)
}

@DescribedBy(Numbered52.TYPE::class)
internal class Numbered52 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 53

    companion object TYPE : ComponentType<Numbered52>("numbered_52", "53 times the fake clock", Quantity.COUNT, ::Numbered52)
}

@DescribedBy(Numbered53.TYPE::class)
internal class Numbered53 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 54

    companion object TYPE : ComponentType<Numbered53>("numbered_53", "54 times the fake clock", Quantity.COUNT, ::Numbered53)
}

@DescribedBy(Numbered54.TYPE::class)
internal class Numbered54 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 55

    companion object TYPE : ComponentType<Numbered54>("numbered_54", "55 times the fake clock", Quantity.COUNT, ::Numbered54)
}

@DescribedBy(Numbered55.TYPE::class)
internal class Numbered55 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 56

    companion object TYPE : ComponentType<Numbered55>("numbered_55", "56 times the fake clock", Quantity.COUNT, ::Numbered55)
}

@DescribedBy(Numbered56.TYPE::class)
internal class Numbered56 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 57

    companion object TYPE : ComponentType<Numbered56>("numbered_56", "57 times the fake clock", Quantity.COUNT, ::Numbered56)
}

@DescribedBy(Numbered57.TYPE::class)
internal class Numbered57 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 58

    companion object TYPE : ComponentType<Numbered57>("numbered_57", "58 times the fake clock", Quantity.COUNT, ::Numbered57)
}

@DescribedBy(Numbered58.TYPE::class)
internal class Numbered58 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 59

    companion object TYPE : ComponentType<Numbered58>("numbered_58", "59 times the fake clock", Quantity.COUNT, ::Numbered58)
}

@DescribedBy(Numbered59.TYPE::class)
internal class Numbered59 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 60

    companion object TYPE : ComponentType<Numbered59>("numbered_59", "60 times the fake clock", Quantity.COUNT, ::Numbered59)
}

@DescribedBy(Numbered60.TYPE::class)
internal class Numbered60 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 61

    companion object TYPE : ComponentType<Numbered60>("numbered_60", "61 times the fake clock", Quantity.COUNT, ::Numbered60)
}

@DescribedBy(Numbered61.TYPE::class)
internal class Numbered61 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 62

    companion object TYPE : ComponentType<Numbered61>("numbered_61", "62 times the fake clock", Quantity.COUNT, ::Numbered61)
}

@DescribedBy(Numbered62.TYPE::class)
internal class Numbered62 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 63

    companion object TYPE : ComponentType<Numbered62>("numbered_62", "63 times the fake clock", Quantity.COUNT, ::Numbered62)
}

@DescribedBy(Numbered63.TYPE::class)
internal class Numbered63 : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 64

    companion object TYPE : ComponentType<Numbered63>("numbered_63", "64 times the fake clock", Quantity.COUNT, ::Numbered63)
}
