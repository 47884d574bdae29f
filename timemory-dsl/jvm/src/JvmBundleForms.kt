package timemory

public actual typealias BundleForms = JavaForms
